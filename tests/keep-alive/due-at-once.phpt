--TEST--
What is due when it begins to be kept alive is renewed before `new` ends: what is thrown there does not leave behind an object that goes on renewing
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** A lock with less than a third of 60 seconds left. */
function nearly_over(CountingStore $store): Lock
{
    $lock = new Lock(new Key('r'), $store, 60.0, false);
    $lock->acquire();
    $lock->refresh(20.0);
    $store->renewed = 0;

    return $lock;
}

group('renewed', function () {
    $lock = nearly_over($store = new CountingStore());
    $keep = new KeepAlive($lock);
    same('once', 1, $store->renewed);
    check('and prolonged', $lock->getRemainingLifetime() > 30);
    same('not lost', false, $keep->isLost());
});

group('an error', function () {
    $lock = nearly_over($store = new CountingStore());
    $store->on_renewal = function () { throw new Error('no renewal'); };
    try {
        $keep = new KeepAlive($lock);
        check('thrown', false);
    } catch (Error $e) {
        same('thrown', 'no renewal', $e->getMessage());
    }
    check('nothing was made', !isset($keep));
    $store->on_renewal = null;
    $renewed = $store->renewed;
    compute(0.3);
    same('and nothing renews', $renewed, $store->renewed);
    $weak = WeakReference::create($lock);
    unset($lock, $e);
    gc_collect_cycles();
    same('nor holds it', null, $weak->get());
});

group('within a store in PHP', function () {
    $inner = nearly_over($healthy = new CountingStore());
    $store = new CountingStore();
    $store->on_renewal = function () use ($inner, &$keep) {
        $keep ??= new KeepAlive($inner);
    };
    $lock = new Lock(new Key('outer'), $store, 60.0, false);
    $lock->acquire();
    $store->on_renewal = null;
    check('renewed, by then or after that', compute(5, fn () => $healthy->renewed > 0));
    same('not lost', false, $keep->isLost());
});
?>
--EXPECT--
ok: renewed
ok: an error
ok: within a store in PHP
