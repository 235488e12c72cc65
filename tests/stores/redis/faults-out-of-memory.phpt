--TEST--
RedisStore: a server without memory takes no lock; those that are held can be looked at and released
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;

$server = new OwnRedis();
$admin = $server->connect();
foreach (ways($server->port) as $way => $makeStore) {
    group($way, function () use ($admin, $makeStore) {
        $held = lock($makeStore(), $name = unique());
        $held->acquire();
        $admin->call('CONFIG', 'SET', 'maxmemory', '1');
        fails('full', $makeStore, 'OOM command not allowed', ['refresh', 'isAcquired', 'release']);
        raises('refresh', LockAcquiringException::class, null, fn () => $held->refresh());
        same('a lock can be looked at', true, $held->isAcquired());
        $held->release();
        same('and released', false, $held->isAcquired());
        $admin->call('CONFIG', 'SET', 'maxmemory', '0');
        same('room again', true, lock($makeStore())->acquire());
    });
}
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
