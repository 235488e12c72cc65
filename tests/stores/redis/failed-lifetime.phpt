--TEST--
RedisStore: an acquire() or a refresh() that fails makes nobody believe in a longer lifetime
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$locks = new LockFactory(new RedisStore("redis://127.0.0.1:$server->port?read_timeout=0.3"));

group('a reader who would like to write', function () use ($locks) {
    $reader = $locks->createLock($name = unique(), 2, false);
    $another = $locks->createLock($name, 30);
    same('both read', [true, true], [$reader->acquireRead(), $another->acquireRead()]);
    same('may not', false, $reader->acquire());
    between('lifetime, not now', 0.5, 2, $reader->getRemainingLifetime());
    same('nor soon', false, $reader->acquire(true, 0.1));
    between('lifetime, and not then', 0.1, 2, $reader->getRemainingLifetime());
    check('believed to be over', eventually($reader->isExpired(...), 2.5));
    check('and over, soon after', eventually(fn () => !$reader->isAcquired(), 5));
});

group('a server that does not answer', function () use ($locks, $server) {
    $lock = $locks->createLock(unique(), 30);
    $lock->acquire();
    $lock->refresh(5);
    $server->signal(SIGSTOP);
    raises('refresh()', LockAcquiringException::class, null, fn () => $lock->refresh(60));
    between('lifetime, after refresh()', 1, 5, $lock->getRemainingLifetime());
    raises('acquire()', LockAcquiringException::class, null, fn () => $lock->acquire());
    between('lifetime, after acquire()', 1, 5, $lock->getRemainingLifetime());
    $server->signal(SIGCONT);
    $lock->refresh(60);
    between('lifetime, it answers', 50, 60, $lock->getRemainingLifetime());
});
?>
--EXPECT--
ok: a reader who would like to write
ok: a server that does not answer
