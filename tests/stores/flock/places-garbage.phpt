--TEST--
FlockStore: one key and several directories: a key that is collected as garbage gives all of them back
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

[$a, $b] = (new Places())->three();

group('garbage', function () use ($a, $b) {
    $key = new Key('r');
    foreach ([1, 2] as $round) {
        $a->save($key);
        $b->save($key);
        $cycle = new stdClass();
        $cycle->key = $key;
        $cycle->self = $cycle;
        $key = new Key('r');
        unset($cycle);
        gc_collect_cycles();
        same("collected as garbage, $round", [true, true], [is_free($a), is_free($b)]);
    }
});
?>
--EXPECT--
ok: garbage
