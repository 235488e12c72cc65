--TEST--
A "no" to isAcquired() or refresh() that was on its way while the same Lock, or another one on its key, was acquired is about what was before
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** A store that leaves the fiber between the answer and the one who has asked. */
final class Slow extends CountingStore
{
    public bool $suspends = false;

    public function exists(Key $key): bool
    {
        $held = parent::exists($key);
        if ($this->suspends) {
            $this->suspends = false;
            Fiber::suspend();
        }

        return $held;
    }
}

foreach (['isAcquired' => 'false', 'refresh' => LockConflictedException::class] as $method => $says) {
    foreach (['the same Lock', 'another one'] as $who) {
        group("$method(), and $who has it", function () use ($method, $says, $who) {
            $lock = new Lock($key = new Key('r'), $store = new Slow(), 60.0);
            $lock->acquire();
            $lost = 0;
            $before = new KeepAlive($lock, onLost: function () use (&$lost) { ++$lost; });
            $store->give_away('r');
            $fiber = new Fiber(fn () => outcome(fn () => $lock->$method()));
            $store->suspends = true;
            $fiber->start();
            check('asked', $fiber->isSuspended());
            $store->set_free('r');
            $holder = 'another one' === $who ? new Lock($key, $store, 60.0) : $lock;
            same('acquired', true, $holder->acquire());
            $told = 0;
            $keep = new KeepAlive($holder, onLost: function () use (&$told) { ++$told; });
            $fiber->resume();
            check('says no', str_starts_with($fiber->getReturn(), $says), $fiber->getReturn());
            compute(0.1);
            same('told', [0, false], [$told, $keep->isLost()]);
            same('told, of what was before', [1, true], [$lost, $before->isLost()]);
            same('held', [true, false], [$holder->isAcquired(), $holder->isExpired()]);
            unset($keep, $before, $fiber, $lock);
            same('not released with another one', $holder->isAcquired(), $store->exists($key));
            unset($holder);
            same('released', false, $store->exists($key));
        });
    }
}
?>
--EXPECT--
ok: isAcquired(), and the same Lock has it
ok: isAcquired(), and another one has it
ok: refresh(), and the same Lock has it
ok: refresh(), and another one has it
