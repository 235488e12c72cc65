--TEST--
A renewal that suspends its fiber, and whose answer does not come: the loss is told when the lifetime has ended, and others are renewed, however many there are
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** A store whose renewals in fibers are suspended. */
function suspending(): CountingStore
{
    $store = new CountingStore();
    $store->on_renewal = fn () => Fiber::getCurrent() && Fiber::suspend();

    return $store;
}

/** A fiber in the middle of a renewal. */
function renewing(): Fiber
{
    $fiber = new Fiber(fn () => compute(1.5));
    $fiber->start();

    return $fiber;
}

foreach ([false, true] as $in_a_fiber) {
    group('one, and '.($in_a_fiber ? 'another fiber' : 'the program').' is told', function () use ($in_a_fiber) {
        $lock = new Lock(new Key('r'), $store = suspending(), 1.8, false);
        $lock->acquire();
        $told = [];
        $keep = new KeepAlive($lock, onLost: function ($lock, $e) use (&$told) { $told[] = $e->getMessage(); });
        $fiber = renewing();
        same('a renewal is suspended', [true, []], [$fiber->isSuspended(), $told]);
        $wait = function () use (&$told) {
            compute(10, function () use (&$told) { return (bool) $told; });
        };
        $in_a_fiber ? (new Fiber($wait))->start() : $wait();
        same('told', ['The "r" lock was lost: its lifetime ran out before it was renewed.'], $told);
        same('known', [true, true], [$keep->isLost(), $lock->isExpired()]);
        $store->on_renewal = null;
        // What comes after that changes nothing.
        $in_a_fiber ? $fiber->resume() : $fiber->throw(new LockConflictedException());
        same('and once', [1, true, true], [count($told), $keep->isLost(), $lock->isExpired()]);
    });
}

group('nobody wants to know', function () {
    $lock = new Lock(new Key('r'), suspending(), 1.8, false);
    $lock->acquire();
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    $fiber = renewing();
    unset($keep);
    compute(2.0);
    same('nor is told', 0, $told);
    unset($fiber, $lock);
    gc_collect_cycles();
});

group('more than fit into one stack', function () {
    $store = suspending();
    $fibers = [];
    for ($i = 0; $i < 40; ++$i) {
        $lock = new Lock(new Key("suspended $i"), $store, 60.0, false);
        $lock->acquire();
        $lock->refresh(20.0); // less than a third of what it is kept alive for: it is due
        $fibers[] = $fiber = new Fiber(function () use ($lock) {
            $keep = new KeepAlive($lock, onLost: fn () => null);
            compute(5);
        });
        $fiber->start();
        if (!$fiber->isSuspended()) {
            break;
        }
    }
    same('renewals that are suspended', 40, count(array_filter($fibers, fn ($fiber) => $fiber->isSuspended())));
    $lock = new Lock(new Key('another'), $healthy = new CountingStore(), 1.8, false);
    $lock->acquire();
    $healthy->renewed = 0;
    $keep = new KeepAlive($lock, onLost: fn () => null);
    check('another one is renewed', compute(5, fn () => $healthy->renewed > 1));
    same('and not lost', false, $keep->isLost());
});
?>
--EXPECT--
ok: one, and the program is told
ok: one, and another fiber is told
ok: nobody wants to know
ok: more than fit into one stack
