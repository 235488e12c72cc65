--TEST--
FlockStore: one key and three hundred directories
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

$places = new Places();

group('many places', function () use ($places) {
    $key = new Key('many');
    $stores = array_map(static fn ($i) => $places->store("many/$i"), range(1, 300));
    foreach ($stores as $one) {
        $one->save($key);
    }
    $held = static fn () => count(array_filter($stores, static fn ($store) => $store->exists($key)));
    same('all are held', 300, $held());
    foreach ($stores as $i => $one) {
        if ($i % 3) {
            $one->delete($key);
        }
    }
    same('a third is', 100, $held());
    unset($key, $held);
    same('none is', 300, count(array_filter($stores, static fn ($store) => is_free($store, 'many'))));
});
?>
--EXPECT--
ok: many places
