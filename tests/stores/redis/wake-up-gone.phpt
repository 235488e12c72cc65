--TEST--
RedisStore: a waiter that is not there any more, or does nothing, is skipped
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();

group('dead waiters are skipped', function () use ($server, $admin) {
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $waiters = waiting_in_turn($server, $admin, $name, 4, []);
    foreach ([0, 1] as $dead) {
        $waiters[$dead]->kill(SIGKILL);
    }
    same('gone', true, eventually(fn () => 2 === listening($admin, $name)));
    same('but in the queue', 4, count(queue($admin, $name)));
    go_in_turn($lock, array_slice($waiters, 2));
    same('nobody is in the queue', [], $admin->call('ZRANGE', channel($name).':queue', '0', '-1'));
});

group('one that was woken and does nothing costs one release', function () use ($server, $admin) {
    $lock = lock($store = new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    [$stopped, $waiter] = waiting_in_turn($server, $admin, $name, 2, []);
    $stopped->kill(SIGSTOP);
    $lock->release();
    same('acquire', true, $lock->acquire());
    hand_over($lock, $waiter);
    $stopped->kill(SIGKILL);
    $waiter->finish();
});
?>
--EXPECT--
ok: dead waiters are skipped
ok: one that was woken and does nothing costs one release
