--TEST--
A release that is on its way in another fiber takes nothing away that is acquired meanwhile; and every release that overtakes an answer counts, whoever asked for it and however many there were
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/suspending-pdo.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new Suspending('sqlite::memory:');
$store = new PdoStore($pdo, [], 0.0);
$store->createTable();
$lock_of = fn (?Key $key = null, ?float $ttl = 60.0) => new Lock($key ?? new Key('r'), $store, $ttl, false);

/** A fiber in which $f is suspended when the database has answered, or before it is asked. */
$begun = function (Closure $f, int $times = 1, bool $before = false) use ($pdo): Fiber {
    $fiber = new Fiber($f);
    [$pdo->suspends, $pdo->before] = [$times, $before];
    $fiber->start();
    same('on its way', true, $fiber->isSuspended());

    return $fiber;
};

group('release() that is not sent yet', function () use ($lock_of, $begun) {
    foreach (['through itself' => false, 'through another Lock' => true] as $what => $through_another) {
        $lock = $lock_of($key = new Key('r'));
        $other = $lock_of();
        same("$what: acquired", true, $lock->acquire());
        $fiber = $begun(fn () => $lock->release(), before: true);
        $again = $through_another ? $lock_of($key) : $lock;
        same("$what: again", true, $again->acquire());
        $fiber->resume();
        same("$what: kept", [true, true, false, false], [
            $fiber->isTerminated(),
            $again->isAcquired(),
            $again->isExpired(),
            $other->acquire(),
        ]);
        $again->release();
        same("$what: free", true, $other->acquire());
        $other->release();
    }
});

group('release() that is not sent yet, and nothing else happens', function () use ($lock_of, $begun) {
    $lock = $lock_of();
    $lock->acquire();
    $fiber = $begun(fn () => $lock->release(), before: true);
    same('held yet', true, $lock->isAcquired());
    $fiber->resume();
    same('released', false, $lock->isAcquired());
    same('acquired', true, $lock->acquire());
    $lock->release();
});

group('sixteen of them', function () use ($lock_of, $begun) {
    foreach ([15, 16, 17, 32, 256] as $count) {
        $lock = $lock_of();
        $other = $lock_of();
        $fiber = $begun(fn () => $lock->acquire());
        for ($i = 0; $i < $count; $i++) {
            $lock->release();
        }
        same("$count: by another one", true, $other->acquire());
        $fiber->resume();
        same("$count: not acquired", [false, true], [$fiber->getReturn(), $other->isAcquired()]);
        $other->release();
    }
});

group('through the store', function () use ($lock_of, $begun, $store) {
    $lock = $lock_of($key = new Key('r'));
    $other = $lock_of();
    $fiber = $begun(fn () => $lock->acquire());
    $store->delete($key);
    same('by another one', true, $other->acquire());
    $fiber->resume();
    same('not acquired', [false, true], [$fiber->getReturn(), $other->isAcquired()]);
    $other->release();
});

group('by an operation that gives back what it got', function () use ($lock_of, $begun, $pdo) {
    $lock = $lock_of();
    $other = $lock_of();
    $lock->acquire();
    $fiber = $begun(fn () => $lock->isAcquired());
    $slow = new Fiber(fn () => outcome(fn () => $lock->refresh(1.0)));
    [$pdo->suspends, $pdo->before] = [1, false];
    $slow->start();
    usleep(1_100_000);
    $slow->resume();
    check('too late', str_contains($slow->getReturn(), 'LockExpired'), $slow->getReturn());
    same('by another one', true, $other->acquire());
    $fiber->resume();
    same('not held', [false, true], [$fiber->getReturn(), $other->isAcquired()]);
    $other->release();
});

group('the second answer is overtaken, too', function () use ($lock_of, $begun) {
    $lock = $lock_of();
    $other = $lock_of();
    $lock->acquire();
    $fiber = $begun(fn () => $lock->isAcquired(), 2);
    $lock->release();
    same('again', true, $lock->acquire());
    $fiber->resume();
    same('asks once more', true, $fiber->isSuspended());
    $lock->release();
    same('by another one', true, $other->acquire());
    $fiber->resume();
    same('not held', [false, true], [$fiber->getReturn(), $other->isAcquired()]);
    $other->release();
});
?>
--EXPECT--
ok: release() that is not sent yet
ok: release() that is not sent yet, and nothing else happens
ok: sixteen of them
ok: through the store
ok: by an operation that gives back what it got
ok: the second answer is overtaken, too
