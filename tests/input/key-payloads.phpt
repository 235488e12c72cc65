--TEST--
Hostile payloads for unserialize() of a Key: each is a clear exception or a harmless key, never a crash
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\InMemoryStore;

class Text
{
    public function __toString(): string
    {
        return 'text';
    }
}
class NoText
{
}
enum Suit: string
{
    case Hearts = 'h';
}

$p = "\0Symfony\\Component\\Lock\\Key\0";
$cyclic = ['x' => 1];
$cyclic['self'] = &$cyclic;
$deep = [];
for ($i = 0; $i < 200; ++$i) {
    $deep = [$deep];
}

// what => [data, what comes out: an exception class, or the name of the key]
$cases = [
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
    'string expiry' => [['resource' => 'r', 'expiringTime' => 'soon'], TypeError::class],
    'numeric string expiry' => [['resource' => 'r', 'expiringTime' => '12'], TypeError::class],
    'bool expiry' => [['resource' => 'r', 'expiringTime' => true], TypeError::class],
    'array expiry' => [['resource' => 'r', 'expiringTime' => [1]], TypeError::class],
    'object expiry' => [['resource' => 'r', 'expiringTime' => new Text()], TypeError::class],
    'date expiry' => [['resource' => 'r', 'expiringTime' => new DateTimeImmutable()], TypeError::class],
    'NaN expiry' => [['resource' => 'r', 'expiringTime' => NAN], TypeError::class],
    'int expiry' => [['resource' => 'r', 'expiringTime' => 1], 'r'],
    'negative expiry' => [['resource' => 'r', 'expiringTime' => -1e300], 'r'],
    'infinite expiry' => [['resource' => 'r', 'expiringTime' => INF], TypeError::class],
    'minus infinite expiry' => [['resource' => 'r', 'expiringTime' => -INF], TypeError::class],
    'largest int expiry' => [['resource' => 'r', 'expiringTime' => PHP_INT_MAX], 'r'],
    'smallest int expiry' => [['resource' => 'r', 'expiringTime' => PHP_INT_MIN], 'r'],
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
    'a reference as resource' => [(function () { $x = 'referenced'; return ['resource' => &$x]; })(), 'referenced'],
    'a reference as expiry' => [(function () { $x = 1.5; return ['resource' => 'r', 'expiringTime' => &$x]; })(), 'r'],
    'a reference as state' => [(function () { $x = ['a' => 1]; return ['resource' => 'r', 'state' => &$x]; })(), 'r'],
];

foreach ($cases as $what => [$data, $expected]) {
    $key = new Key('before');
    $result = null;
    try {
        $key->__unserialize($data);
        $result = (string) $key;
    } catch (Throwable $e) {
        $result = $e::class;
    }
    same($what, $expected, $result);
    // Whatever became of it, the key can be used or dropped.
    group("$what: usable", function () use ($key) {
        check('name', is_string((string) $key));
        check('lifetime', null === $key->getRemainingLifetime() || is_float($key->getRemainingLifetime()));
        check('expired', is_bool($key->isExpired()));
        $store = new InMemoryStore();
        $store->save($key);
        same('can be locked', true, $store->exists($key));
        check('state', !$key->hasState('never'));
        $key->setState('x', 1);
        $key->removeState('x');
    });
}

// As text: what unserialize() itself makes of it.
$class = 'O:26:"Symfony\Component\Lock\Key":';
$texts = [
    'no entries' => ["{$class}0:{}", TypeError::class],
    'a good one' => ["{$class}1:{s:8:\"resource\";s:1:\"a\";}", 'a'],
    'truncated' => ["{$class}1:{s:8:\"resource\";s:1:\"a\";", false],
    'too many announced' => ["{$class}99999999:{s:8:\"resource\";s:1:\"a\";}", false],
    'negative count' => ["{$class}-1:{}", false],
    'a length that lies' => ["{$class}1:{s:8:\"resource\";s:999:\"a\";}", false],
    'resource refers to the object' => ["{$class}1:{s:8:\"resource\";r:1;}", TypeError::class],
    'state refers to the object' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:5:\"state\";a:1:{s:1:\"x\";r:1;}}", 'a'],
    'state refers to the object by reference' => [
        "{$class}2:{s:8:\"resource\";s:1:\"a\";s:5:\"state\";a:1:{s:1:\"x\";R:1;}}",
        'a',
    ],
    // The engine warns and makes an object without calling anything; that one has no name.
    'the old C: form' => ['C:26:"Symfony\Component\Lock\Key":1:{x}', Error::class],
    'entries by int' => ["{$class}1:{i:0;s:1:\"a\";}", TypeError::class],
    'a name that differs in case' => ["O:26:\"symfony\\component\\lock\\key\":1:{s:8:\"resource\";s:1:\"a\";}", 'a'],
    'the same entry twice' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:8:\"resource\";s:1:\"b\";}", 'b'],
    'NaN' => ["{$class}2:{s:8:\"resource\";s:1:\"a\";s:12:\"expiringTime\";d:NAN;}", TypeError::class],
    'not allowed' => [
        "{$class}1:{s:8:\"resource\";s:1:\"a\";}",
        '__PHP_Incomplete_Class',
        ['allowed_classes' => false],
    ],
];
foreach ($texts as $what => $case) {
    [$text, $expected] = $case;
    try {
        $key = @unserialize($text, $case[2] ?? []);
        $result = $key instanceof Key ? (string) $key : (is_object($key) ? $key::class : $key);
    } catch (Throwable $e) {
        // BadMethodCallException where the object itself, a Stringable, stands for the resource
        $result = $e instanceof BadMethodCallException && str_contains($what, 'refers') ? TypeError::class : $e::class;
    }
    same("text: $what", $expected, $result);
    unset($key);
}
unset($cases, $cyclic, $data, $deep);
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
ok: string expiry
ok: string expiry: usable
ok: numeric string expiry
ok: numeric string expiry: usable
ok: bool expiry
ok: bool expiry: usable
ok: array expiry
ok: array expiry: usable
ok: object expiry
ok: object expiry: usable
ok: date expiry
ok: date expiry: usable
ok: NaN expiry
ok: NaN expiry: usable
ok: int expiry
ok: int expiry: usable
ok: negative expiry
ok: negative expiry: usable
ok: infinite expiry
ok: infinite expiry: usable
ok: minus infinite expiry
ok: minus infinite expiry: usable
ok: largest int expiry
ok: largest int expiry: usable
ok: smallest int expiry
ok: smallest int expiry: usable
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
ok: a reference as resource
ok: a reference as resource: usable
ok: a reference as expiry
ok: a reference as expiry: usable
ok: a reference as state
ok: a reference as state: usable
ok: text: no entries
ok: text: a good one
ok: text: truncated
ok: text: too many announced
ok: text: negative count
ok: text: a length that lies
ok: text: resource refers to the object
ok: text: state refers to the object
ok: text: state refers to the object by reference
ok: text: the old C: form
ok: text: entries by int
ok: text: a name that differs in case
ok: text: the same entry twice
ok: text: NaN
ok: text: not allowed
done
