--TEST--
RedisStore: a waiter is woken by the release where the server is too old for sharded channels
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('a server without sharded channels', function () {
    $old = new OwnRedis('--rename-command', 'SSUBSCRIBE', '', '--rename-command', 'SPUBLISH', '');
    $admin = $old->connect();
    $admin->call('ACL', 'SETUSER', 'default', '-pubsub|shardnumsub');
    $waiter = sleeper($old->dsn(), $name = unique());
    $store = new RedisStore($old->dsn());
    for ($i = 0; $i < 3; ++$i) {
        $lock = lock($store, $name);
        $lock->acquire(true);
        $waiter->say('wait');
        same('one listens', true, eventually(fn () => 1 === listening($admin, $name, 'NUMSUB')));
        usleep(50_000);
        hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    $waiter->finish();
});
?>
--EXPECT--
ok: a server without sharded channels
