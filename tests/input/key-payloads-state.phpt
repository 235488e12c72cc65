--TEST--
Hostile payloads for unserialize() of a Key, state: each is a clear exception or a harmless key, never a crash
--FILE--
<?php
require __DIR__.'/key-payloads.inc';

$cyclic = ['x' => 1];
$cyclic['self'] = &$cyclic;
$deep = [];
for ($i = 0; $i < 200; ++$i) {
    $deep = [$deep];
}
unserialized([
    'string state' => [['resource' => 'r', 'state' => 'x'], TypeError::class],
    'bool state' => [['resource' => 'r', 'state' => true], TypeError::class],
    'int state' => [['resource' => 'r', 'state' => 1], TypeError::class],
    'object state' => [['resource' => 'r', 'state' => new ArrayObject()], TypeError::class],
    'null state' => [['resource' => 'r', 'state' => null], 'r'],
    'a list as state' => [['resource' => 'r', 'state' => ['a', 'b']], 'r'],
    'deep state' => [['resource' => 'r', 'state' => $deep], 'r'],
    'cyclic state' => [['resource' => 'r', 'state' => $cyclic], 'r'],
    'objects in the state' => [
        ['resource' => 'r', 'state' => ['Symfony\Component\Lock\Store\InMemoryStore' => new Text()]],
        'r',
    ],
    'a reference as state' => [(function () { $x = ['a' => 1]; return ['resource' => 'r', 'state' => &$x]; })(), 'r'],
]);
unset($cyclic, $deep);
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
ok: string state
ok: string state: usable
ok: bool state
ok: bool state: usable
ok: int state
ok: int state: usable
ok: object state
ok: object state: usable
ok: null state
ok: null state: usable
ok: a list as state
ok: a list as state: usable
ok: deep state
ok: deep state: usable
ok: cyclic state
ok: cyclic state: usable
ok: objects in the state
ok: objects in the state: usable
ok: a reference as state
ok: a reference as state: usable
done
