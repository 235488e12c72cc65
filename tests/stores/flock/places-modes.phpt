--TEST--
FlockStore: one key and several directories: acquired again, also in another mode
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

[$a, $b, $c] = (new Places())->three();

group('again and in another mode', function () use ($a, $b, $c) {
    $key = new Key('r');
    foreach ([$a, $b, $c, $a, $b, $c] as $store) {
        $store->save($key);
    }
    foreach ([$b, $a, $c, $c] as $store) {
        $store->saveRead($key);
        same('a reader now', [false, true], [is_free($store), is_free($store, 'r', true)]);
        same('all are held', [true, true, true], held_in($key, $a, $b, $c));
    }
    unset($key);
    same('the key takes all of them with it', [true, true, true], [is_free($a), is_free($b), is_free($c)]);
});
?>
--EXPECT--
ok: again and in another mode
