--TEST--
FlockStore: one key and several directories: each store has a lock of its own
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

[$a, $b, $c] = $all = (new Places())->three();

group('each has its own', function () use ($a, $b, $c, $all) {
    // In every order in which three can be released.
    foreach ([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as $order) {
        $key = new Key('r');
        same('none', [false, false, false], held_in($key, ...$all));
        $a->save($key);
        same('the first', [true, false, false], held_in($key, ...$all));
        $b->delete($key);
        same('no other store releases it', [true, false, false], held_in($key, ...$all));
        $b->saveRead($key);
        $c->save($key);
        same('all', [true, true, true], held_in($key, ...$all));
        same('and nobody else gets them', [false, false, false], array_map(is_free(...), $all));
        same(
            'but who reads as well',
            [false, true, false],
            array_map(static fn ($store) => is_free($store, 'r', true), $all),
        );
        $held = [true, true, true];
        foreach ($order as $i) {
            $all[$i]->delete($key);
            $held[$i] = false;
            same('the others stay', $held, held_in($key, ...$all));
            same('and are held', array_map(static fn ($held) => !$held, $held), array_map(is_free(...), $all));
        }
        same('nothing is left in the key', false, $key->hasState(FlockStore::class));
    }
});
?>
--EXPECT--
ok: each has its own
