--TEST--
FlockStore: several directories in a CombinedStore
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

[$a, $b, $c] = (new Places())->three();

group('CombinedStore', function () use ($a, $b, $c) {
    $combined = new CombinedStore([$a, $b, $c], new UnanimousStrategy());
    $lock = new Lock(new Key('r'), $combined, 30);
    same('acquired', true, $lock->acquire());
    same('all of them', [false, false, false], [is_free($a), is_free($b), is_free($c)]);
    same('held', true, $lock->isAcquired());
    $lock->release();
    same('released', [true, true, true], [is_free($a), is_free($b), is_free($c)]);
    $b->save($key = new Key('r'));
    same('one is held', false, $lock->acquire());
    same('and the others are free', [true, false, true], [is_free($a), is_free($b), is_free($c)]);
    $b->delete($key);
});
?>
--EXPECT--
ok: CombinedStore
