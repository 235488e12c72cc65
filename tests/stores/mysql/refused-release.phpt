--TEST--
MysqlStore by DSN: a lock whose automatic release the server has refused is given back at once where its session holds nothing else
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

$proxy = new SqlProxy('mysql');
$make = fn (array $options = []) => new MysqlStore($proxy->dsn(), [
    'db_username' => my('USER'),
    'db_password' => my('PASSWORD'),
    'db_connection_options' => $options,
]);
$free = fn (string $name) => (new Lock(new Key($name), new MysqlStore(my_pdo()), null))->acquire();
$lock = fn (MysqlStore $store, string $name, bool $release) => new Lock(new Key($name), $store, null, $release);

foreach (['alone' => false] as $what => $beside) {
    group($what, function () use ($beside, $make, $lock, $free, $proxy) {
        $store = $make();
        $kept = $lock($store, unique(), false);
        $beside && same('the other one', true, $kept->acquire());
        $left = $lock($store, $name = unique(), true);
        same('acquired', true, $left->acquire());
        $proxy->misspell('RELEASE_LOCK');
        raises('a release is refused', LockReleasingException::class, null, fn () => $left->release());
        @$left = null;
        $proxy->misspell('');
        if ($beside) {
            same('held, for nobody', false, $free($name));
            same('the store is used', true, $kept->isAcquired());
        }
        same('free', true, becomes(true, fn () => $free($name)));
        same('of any use yet', true, $lock($store, $name, true)->acquire());
        same('the other one is held', $beside, $kept->isAcquired());
    });
}
$proxy->stop();
?>
--EXPECT--
ok: alone
