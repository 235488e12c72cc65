--TEST--
MysqlStore by DSN: a fatal error in a statement leaves no time limit that ends the session when shutdown functions use it
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
posix
--INI--
display_errors=0
log_errors=0
slock.command_timeout=1
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

[$store, $others] = [new MysqlStore(my_dsn()), new MysqlStore(my_pdo())];
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
$lock($others, $held = unique())->acquire();
($own = $lock($store, unique()))->acquire();
register_shutdown_function(function () use ($store, $others, $own, $lock) {
    check('the fatal error', str_starts_with(error_get_last()['message'] ?? '', 'Maximum execution time'));
    same('acquired', true, ($one = $lock($store, $resource = unique()))->acquire());
    usleep(1500000);
    same('held', [true, true], [$own->isAcquired(), $one->isAcquired()]);
    same('to others', false, $lock($others, $resource)->acquire());
});
// It ends when it gets the signal for that.
set_time_limit(1000);
exec('(sleep 0.5; kill -PROF '.getmypid().') >/dev/null 2>&1 &');
$lock($store, $held)->acquire(true);
?>
--EXPECT--
ok: the fatal error
ok: acquired
ok: held
ok: to others
