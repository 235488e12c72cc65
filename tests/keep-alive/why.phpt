--TEST--
KeepAlive: the reason of a loss is that of the renewals which had time, where there were any
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

foreach (['with time' => [3.0, 'the reason'], 'without' => [0.4, 'no time']] as $what => [$ttl, $why]) {
    group($what, function () use ($ttl, $why) {
        $lock = new Lock(new Key(unique()), $store = new CountingStore(), $ttl, false);
        same('acquired', true, $lock->acquire());
        $end = now() + $lock->getRemainingLifetime();
        $said = [];
        // Those in between, with half a second left and less than a tenth, may count as either.
        $store->on_renewal = function () use ($end, &$said) {
            throw new RuntimeException($said[] = $end - now() < 0.4 ? 'no time' : 'the reason');
        };
        $keep = new KeepAlive($lock);
        $e = raises('lost', LockLostException::class, null, fn () => compute(15.0));
        same('tried until the end', 'no time', end($said));
        check('why', str_contains(chain($e), $why), chain($e));
        unset($keep);
    });
}
?>
--EXPECT--
ok: with time
ok: without
