--TEST--
RedisStore: an owner that has expired is none, and leaves those after it alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $stores = [$makeStore(), $makeStore()];
    foreach ($stores as $store) {
        // Connects, and loads what a client is made of, before a short time counts.
        same('a cycle', [true, null], [($lock = lock($store))->acquire(), $lock->release()]);
    }
    $name = unique();
    [$first, $second] = [lock($stores[0], $name, 1.0), lock($stores[1], $name, 30)];
    $first->acquire();
    check('expires', eventually(fn () => !$server->has($name)));
    same('is not acquired any more', false, $first->isAcquired());
    same('is acquired again', true, $first->acquire());
    check('by itself', eventually(fn () => !$server->has($name)));
    same('another owner takes it', true, $second->acquire());
    $before = $server->members($name);
    $first->release();
    same('release leaves theirs alone', $before, $server->members($name));
    raises('refresh is refused', LockConflictedException::class, null, fn () => $first->refresh());
    same('refresh leaves theirs alone', $before, $server->members($name));
    $first = null;
    same('the destructor leaves theirs alone', $before, $server->members($name));
    same('which is held', true, $second->isAcquired());

    // One reader's time is over, the key lives on with the other's.
    [$short, $long] = [lock($stores[0], $name = unique(), 1.0), lock($stores[1], $name, 30)];
    $short->acquireRead();
    $long->acquireRead();
    check('a reader expires among others', eventually(fn () => min($server->held($name)) <= 0));
    same('the last one becomes the writer', true, $long->acquire());
    same('the other one is none', false, $short->isAcquired());
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
