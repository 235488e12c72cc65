--TEST--
RedisStore: waiters are woken in the order in which they came
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

group('first come, first served', function () use ($server, $admin) {
    $lock = lock(new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    $waiters = waiting_in_turn($server, $admin, $name, 4, []);
    go_in_turn($lock, $waiters);
    same('nobody is in the queue', [], $admin->call('ZRANGE', channel($name).':queue', '0', '-1'));
});

group('who has just released goes to the end', function () use ($server, $admin) {
    $lock = lock($store = new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    [$waiter] = waiting_in_turn($server, $admin, $name, 1, []);
    $waiter->kill(SIGSTOP); // it is told, and does nothing about it
    $lock->release();
    same('the lock is free', 0, $admin->call('EXISTS', $name));
    $started = now();
    same('in the end', true, $lock->acquire(true, 5));
    // As long as the other one may be on its way.
    between('seconds', 0.03, 3, now() - $started);
    $waiter->kill(SIGCONT);
    same('the other one waits again', true, eventually(fn () => 1 === listening($admin, $name)));
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('who does not want to wait goes first', function () use ($server, $admin) {
    $lock = lock($store = new RedisStore($server->dsn()), $name = unique());
    $lock->acquire();
    [$waiter, $second] = waiting_in_turn($server, $admin, $name, 2, []);
    $waiter->kill(SIGSTOP);
    $lock->release();
    same('at once', true, $lock->acquire());
    $waiter->kill(SIGCONT);
    same('both wait', true, eventually(fn () => 2 === listening($admin, $name)));
    // Who was woken in vain has its place again.
    go_in_turn($lock, [$waiter, $second]);
});
?>
--EXPECT--
ok: first come, first served
ok: who has just released goes to the end
ok: who does not want to wait goes first
