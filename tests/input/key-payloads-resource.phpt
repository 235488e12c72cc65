--TEST--
Hostile payloads for unserialize() of a Key, resource: each is a clear exception or a harmless key, never a crash
--FILE--
<?php
require __DIR__.'/key-payloads.inc';

use Symfony\Component\Lock\Key;

$p = "\0Symfony\\Component\\Lock\\Key\0";
unserialized([
    'nothing' => [[], TypeError::class],
    'no resource' => [['expiringTime' => null, 'state' => []], TypeError::class],
    'null resource' => [['resource' => null], TypeError::class],
    'array resource' => [['resource' => []], TypeError::class],
    'array resource with content' => [['resource' => ['a']], TypeError::class],
    'object resource' => [['resource' => new NoText()], TypeError::class],
    'stdClass resource' => [['resource' => new stdClass()], TypeError::class],
    'closure resource' => [['resource' => fn () => 'x'], TypeError::class],
    'enum resource' => [['resource' => Suit::Hearts], TypeError::class],
    'stream resource' => [['resource' => fopen('php://memory', 'r')], TypeError::class],
    'stringable resource' => [['resource' => new Text()], BadMethodCallException::class],
    'stringable resource by its private name' => [["{$p}resource" => new Text()], BadMethodCallException::class],
    'key as resource' => [['resource' => new Key('x')], BadMethodCallException::class],
    'exception as resource' => [['resource' => new Exception('x')], BadMethodCallException::class],
    'int resource' => [['resource' => 42], '42'],
    'float resource' => [['resource' => 1.5], '1.5'],
    'bool resource' => [['resource' => true], TypeError::class],
    'false resource' => [['resource' => false], TypeError::class],
    'empty resource' => [['resource' => ''], ''],
    'NUL resource' => [['resource' => "a\0b"], "a\0b"],
    'long resource' => [['resource' => str_repeat('x', 100000)], str_repeat('x', 100000)],
    'both names' => [['resource' => 'public', "{$p}resource" => 'private'], 'public'],
    'private names' => [
        ["{$p}resource" => 'private', "{$p}expiringTime" => 12.5, "{$p}state" => ['a' => 'b']],
        'private',
    ],
    'names of another class' => [["\0Other\0resource" => 'x'], TypeError::class],
    'names of a protected property' => [["\0*\0resource" => 'x'], TypeError::class],
    'a list' => [['x', null, []], TypeError::class],
    'unknown entries' => [['resource' => 'r', 'more' => new Text(), 7 => 8], 'r'],
    'a reference as resource' => [(function () { $x = 'referenced'; return ['resource' => &$x]; })(), 'referenced'],
]);
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
ok: nothing
ok: nothing: usable
ok: no resource
ok: no resource: usable
ok: null resource
ok: null resource: usable
ok: array resource
ok: array resource: usable
ok: array resource with content
ok: array resource with content: usable
ok: object resource
ok: object resource: usable
ok: stdClass resource
ok: stdClass resource: usable
ok: closure resource
ok: closure resource: usable
ok: enum resource
ok: enum resource: usable
ok: stream resource
ok: stream resource: usable
ok: stringable resource
ok: stringable resource: usable
ok: stringable resource by its private name
ok: stringable resource by its private name: usable
ok: key as resource
ok: key as resource: usable
ok: exception as resource
ok: exception as resource: usable
ok: int resource
ok: int resource: usable
ok: float resource
ok: float resource: usable
ok: bool resource
ok: bool resource: usable
ok: false resource
ok: false resource: usable
ok: empty resource
ok: empty resource: usable
ok: NUL resource
ok: NUL resource: usable
ok: long resource
ok: long resource: usable
ok: both names
ok: both names: usable
ok: private names
ok: private names: usable
ok: names of another class
ok: names of another class: usable
ok: names of a protected property
ok: names of a protected property: usable
ok: a list
ok: a list: usable
ok: unknown entries
ok: unknown entries: usable
ok: a reference as resource
ok: a reference as resource: usable
done
