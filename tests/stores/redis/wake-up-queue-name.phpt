--TEST--
RedisStore: a lock that has the name of the queue of another one is a lock
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

group('a lock that has the name of a queue is a lock', function () use ($server, $admin) {
    $store = new RedisStore($server->dsn());
    $lock = lock($store, $name = unique());
    $lock->acquire();
    $first = sleeper($server->dsn(), $name, [], []);
    $first->say('wait');
    same('it waits', true, eventually(fn () => 1 === listening($admin, $name)));
    $other = lock($store, channel($name).':queue');
    same('the other lock is free', true, $other->acquire());
    $second = sleeper($server->dsn(), $name, [], []);
    $second->say('wait');
    $tries = scripts($admin);
    same('they poll', true, eventually(fn () => scripts($admin) > $tries + 5));
    same('and leave the other lock alone', 2, $admin->call('ZCARD', channel($name).':queue'));
    between('until it expires, ms', 15_000, 30_000, $admin->call('PTTL', channel($name).':queue'));
    $lock->release();
    $got = fn () => 'got it' === $first->hear(0.05) || 'got it' === $second->hear(0.05);
    same('one of them got it', true, eventually($got));
    same('the other lock is held', true, $other->isAcquired());
    same('by nobody else', false, lock($store, channel($name).':queue')->acquire());
    $first->kill(SIGKILL);
    $second->kill(SIGKILL);
});
?>
--EXPECT--
ok: a lock that has the name of a queue is a lock
