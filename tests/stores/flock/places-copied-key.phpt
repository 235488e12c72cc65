--TEST--
FlockStore: one key and several directories: a copy of the key holds nothing, and gets locks of its own
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

[$a, $b, $c] = (new Places())->three();

group('a copy of the key', function () use ($a, $b, $c) {
    $key = new Key('r');
    $a->save($key);
    $b->save($key);
    $copy = clone $key;
    $c->save($key);
    $b->delete($key);
    $a->delete($key);
    same('the copy knows of both', [false, false, false], held_in($copy, $a, $b, $c));
    same('and holds nothing', [true, true, false], [is_free($a), is_free($b), is_free($c)]);
    $b->save($copy);
    same(
        'it has its own',
        [[false, true, false], [false, false, true]],
        [held_in($copy, $a, $b, $c), held_in($key, $a, $b, $c)],
    );
    unset($copy);
    same('it is gone', [true, true, false], [is_free($a), is_free($b), is_free($c)]);
});
?>
--EXPECT--
ok: a copy of the key
