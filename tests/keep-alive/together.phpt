--TEST--
What keeps a lock alive that PHP renews, beside others and beside operations: a loss is everybody's, what failed counts for nothing, release() ends all
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/members.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

function lock_of(CountingStore $store, Key $key, float $ttl = 1.5): Lock
{
    $lock = new Lock($key, $store, $ttl);
    same('acquire', true, $lock->acquire());

    return $lock;
}

group('two of one lock are both told', function () {
    $lock = lock_of($store = new CountingStore(), new Key('r'));
    $told = [];
    $first = new KeepAlive($lock, onLost: function ($lock, $e) use (&$told) { $told[] = $e->getMessage(); });
    $second = new KeepAlive($lock, onLost: function ($lock, $e) use (&$told) { $told[] = $e->getMessage(); });
    $store->give_away('r');
    check('both', compute(10, function () use (&$told) { return 2 === count($told); }));
    $why = 'The "r" lock was lost: its store says that this owner does not have it.';
    same('with the reason', [$why], array_unique($told));
    same('lost', [true, true, true], [$first->isLost(), $second->isLost(), $lock->isExpired()]);
});

group('the longest time of one is that of the lock', function () {
    $lock = lock_of($store = new CountingStore(), new Key('r'));
    $other = new KeepAlive($lock, onLost: function ($lock, $e) use (&$why) { $why = $e->getMessage(); });
    $keep = new KeepAlive($lock, maxLifetime: 0.3, onLost: function () use (&$told) { $told = true; });
    check('told', compute(10, function () use (&$told) { return $told; }));
    $renewed = $store->renewed;
    check('and the other one', compute(10, function () use (&$why) { return null !== $why; }));
    $before = 'another KeepAlive has found that, or an operation that failed has given it back.';
    same('why', "The \"r\" lock was lost: $before", $why);
    compute(0.8);
    same('not renewed', $renewed, $store->renewed);
    same('lost', [true, true, true], [$keep->isLost(), $other->isLost(), $lock->isExpired()]);
});

group('what is known of a loss stays known', function () {
    $lock = lock_of($store = new CountingStore(), new Key('r'));
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    $store->give_away('r');
    check('told', compute(10, function () use (&$told) { return $told; }));
    $keep->stop();
    same('lost', true, $keep->isLost());
    $lock = lock_of(new CountingStore(), new Key('r'));
    $keep = new KeepAlive($lock);
    $keep->stop();
    same('not lost', false, $keep->isLost());
});

group('a lifetime that was only asked for is none', function () {
    $start = now();
    $lock = lock_of($store = new CountingStore(), $key = new Key('r'), 0.6);
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    $store->on_renewal = function () use ($key) {
        $key->reduceLifetime(0.6);
        throw new LockStorageException('Nobody answers.');
    };
    check('told', compute(3, function () use ($lock, &$told) {
        try {
            $lock->refresh();
        } catch (LockAcquiringException) {
        }
        usleep(50_000);

        return $told;
    }));
    between('seconds', 0.59, 1.5, now() - $start);
    same('expired', true, $lock->isExpired());
});

group('release() ends it, and what is acquired then is not kept', function () {
    $lock = lock_of($store = new CountingStore(), new Key('r'), 0.9);
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    $lock->release();
    same('acquire', true, $lock->acquire());
    $renewed = $store->renewed;
    compute(1);
    same('not renewed', [$renewed, null, false], [$store->renewed, $told, $keep->isLost()]);
    same('over', true, $lock->isExpired());
});

group('a key that is used with another store as well: each keeps its own', function () {
    $lock = lock_of($store = new CountingStore(), $key = new Key('r'));
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    $other = lock_of(new CountingStore(), $key, 300.0);
    compute(0.1);
    $other->refresh(300.0);
    check('renewed', compute(10, fn () => $store->renewed > 2));
    same('not lost', [null, false], [$told, $keep->isLost()]);
    $other->release();
    $store->give_away('r');
    check('told', compute(10, function () use (&$told) { return $told; }));
});

group('the operation of another Lock on the key that fails makes no lifetime longer', function () {
    $key = new Key('r');
    $server = new SlowRedis();
    $store = new Symfony\Component\Lock\Store\RedisStore("redis://127.0.0.1:$server->port");
    $lock = new Lock($key, $store, 100.0, false);
    same('acquire', true, $lock->acquire());
    $server->now('error');
    foreach (['acquire', 'acquireRead', 'refresh'] as $method) {
        check($method, str_contains(outcome(fn () => (new Lock($key, $store, 300.0, false))->$method()), 'Acquiring'));
        between("$method: its lifetime", 50, 100, $lock->getRemainingLifetime());
    }
});
?>
--EXPECT--
ok: two of one lock are both told
ok: the longest time of one is that of the lock
ok: what is known of a loss stays known
ok: a lifetime that was only asked for is none
ok: release() ends it, and what is acquired then is not kept
ok: a key that is used with another store as well: each keeps its own
ok: the operation of another Lock on the key that fails makes no lifetime longer
