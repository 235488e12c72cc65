--TEST--
FlockStore: one key and several directories: when the key is given another resource
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

[$a, $b, $c] = (new Places())->three();

group('another resource', function () use ($a, $b, $c) {
    $key = new Key('r');
    $c->save($key);
    $a->save($key);
    (new ReflectionProperty(Key::class, 'resource'))->setValue($key, 'other');
    same('locks of another resource count for nothing', [false, false, false], held_in($key, $a, $b, $c));
    $a->save($key);
    same('and end with the first that is taken', [true, true], [is_free($a), is_free($c)]);
    (new ReflectionProperty(Key::class, 'resource'))->setValue($key, 'r');
    $a->save($key);
    same('and so they do when it is the first one again', [true, true], [$a->exists($key), is_free($a, 'other')]);
});
?>
--EXPECT--
ok: another resource
