--TEST--
__unserialize() of a store or factory that is constructed already is refused
--FILE--
<?php
require __DIR__.'/store-payloads.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

group('a second time', function () {
    $store = new S\CombinedStore([new S\NullStore()], new ConsensusStrategy());
    raises('combined', Error::class, 'Cannot construct', fn () => $store->__unserialize($store->__serialize()));
    $flock = new S\FlockStore('/tmp');
    raises('flock', Error::class, 'Cannot construct', fn () => $flock->__unserialize($flock->__serialize()));
    $factory = new LockFactory($flock);
    raises('factory', Error::class, 'Cannot construct', fn () => $factory->__unserialize($factory->__serialize()));
});
?>
--EXPECT--
ok: a second time
