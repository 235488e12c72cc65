--TEST--
RedisStore: a key that holds no lock is another one's lock, and is left alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $store = $makeStore();
    $server->admin->call('SET', $name = unique(), 'a lock of old');
    $key = new Key($name);
    $lock = new Lock($key, $store, 30);
    same('acquire', false, $lock->acquire());
    same('acquireRead', false, $lock->acquireRead());
    same('isAcquired', false, $lock->isAcquired());
    raises('refresh', LockConflictedException::class, null, fn () => $lock->refresh());
    $lock->release();
    same('it is still there', 'a lock of old', $server->admin->call('GET', $name));
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
