--TEST--
What a renewal or $onLost does to what is kept alive: stopped, freed or released in the middle of a renewal, it tells no loss; while $onLost runs, or its fiber is suspended, other locks are renewed
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** Whether a loss is told when this is done in the middle of the renewal that finds it. */
function told_after(Closure $in_renewal): bool
{
    $told = false;
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 0.3);
    $lock->acquire();
    $store->renewed = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) {
        $told = true;
    });
    $store->on_renewal = function () use (&$keep, $lock, $store, $in_renewal) {
        $in_renewal($keep, $lock);
        $store->give_away('r');
    };
    check('renewed', compute(10, fn () => $store->renewed > 0));
    compute(0.1);
    check('once', $store->renewed === 1);

    return $told;
}

group('in the middle of a renewal', function () {
    check('nothing', told_after(fn () => null));
    check('stopped', !told_after(fn ($keep) => $keep->stop()));
    check('released', !told_after(fn ($keep, $lock) => $lock->release()));
    check('freed', !told_after(function (&$keep) {
        $keep = null;
    }));
});

foreach ([false, true] as $suspends) {
    group($suspends ? 'a suspended $onLost' : 'a long $onLost', function () use ($suspends) {
        $other = new Lock(new Key('other'), $others = new CountingStore(), 0.3);
        $other->acquire();
        $others_keep = new KeepAlive($other);
        $store = new CountingStore();
        $lock = new Lock(new Key('r'), $store, 0.3);
        $lock->acquire();
        $store->give_away('r');
        $done = false;
        $keep = new KeepAlive($lock, onLost: function () use ($suspends, $others, &$done) {
            if ($suspends) {
                Fiber::suspend();
            } else {
                $before = $others->renewed;
                check('renewed within', compute(10, fn () => $others->renewed > $before + 1));
            }
            $done = true;
        });
        $fiber = new Fiber(fn () => compute(10, function () use (&$done) {
            return $done;
        }));
        $fiber->start();
        if ($suspends) {
            $before = $others->renewed;
            check('renewed meanwhile', compute(10, fn () => $others->renewed > $before + 1));
            $fiber->resume();
        }
        check('told', $done && $keep->isLost());
        check('not lost', !$others_keep->isLost());
    });
}
?>
--EXPECT--
ok: in the middle of a renewal
ok: a long $onLost
ok: a suspended $onLost
