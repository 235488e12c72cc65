--TEST--
FlockStore: one key and several directories: states of the key that come from outside
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

[$a, $b] = (new Places())->three();

group('states from outside', function () use ($a, $b) {
    $key = new Key('r');
    $a->save($key);
    $seen = $key->getState(FlockStore::class);
    $b->save($key);
    $key->setState(FlockStore::class, $seen);
    same('the one in front was cut off', [true, false], held_in($key, $a, $b));
    same('and given back', true, is_free($b));
    $key->setState(FlockStore::class, [$seen]);
    $b->save($key);
    same('a state that is none of ours', [false, true], held_in($key, $a, $b));
    unset($seen);
    same('and nobody has it any more', true, is_free($a));
    $key->setState(FlockStore::class, new class($key, $b) {
        public function __construct(private Key $key, private FlockStore $store)
        {
        }

        public function __destruct()
        {
            $this->store->delete($this->key);
            $this->key->removeState(FlockStore::class);
            gc_collect_cycles();
        }
    });
    $b->save($key);
    same('a state whose end takes the new one away', [false, true], [$b->exists($key), is_free($b)]);
});
?>
--EXPECT--
ok: states from outside
