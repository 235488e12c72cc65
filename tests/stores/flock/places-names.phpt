--TEST--
FlockStore: by another name a directory is the same place
--FILE--
<?php
require __DIR__.'/places.inc';

use Symfony\Component\Lock\Key;

$places = new Places();
$a = $places->store('a');

group('the same place by another name', function () use ($places, $a) {
    symlink('a', "$places->directory/link");
    foreach (['a', 'a/', './a', 'a/../a', 'link'] as $name) {
        foreach ([false, true] as $remove) {
            $same = $places->store($name, $remove);
            $key = new Key('r');
            $a->save($key);
            $same->save($key);
            same("$name: held by both", [true, true], held_in($key, $a, $same));
            $same->saveRead($key);
            same("$name: changed for both", true, is_free($a, 'r', true));
            $same->delete($key);
            same("$name: released for both", [false, false, true], [...held_in($key, $a, $same), is_free($a)]);
        }
    }
});
?>
--EXPECT--
ok: the same place by another name
