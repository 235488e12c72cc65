--TEST--
The serialized form of a Key: resource, expiry as Unix time, state
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\UnserializableKeyException;
use Symfony\Component\Lock\Key;

$key = new Key("r\0\u{e9}");
same('fresh', ['resource' => "r\0\u{e9}", 'expiringTime' => null, 'state' => []], $key->__serialize());
$key->setState('store', 'token');
$key->setState('list', [1, ['x' => 2.5]]);
$before = microtime(true);
$key->reduceLifetime(60);
$data = $key->__serialize();
same('its parts', ['resource', 'expiringTime', 'state'], array_keys($data));
between('expiry as Unix time', $before + 59.9, microtime(true) + 60.1, $data['expiringTime']);
same('state', ['store' => 'token', 'list' => [1, ['x' => 2.5]]], $data['state']);

$copy = unserialize(serialize($key));
same('round trip: name', (string) $key, (string) $copy);
same('round trip: state', ['token', [1, ['x' => 2.5]]], [$copy->getState('store'), $copy->getState('list')]);
between('round trip: lifetime', 50, 60, $copy->getRemainingLifetime());
between('round trip twice: lifetime', 50, 60, unserialize(serialize($copy))->getRemainingLifetime());
check(
    'the copy is on its own',
    (function () use ($copy, $key) { $copy->removeState('store'); return $key->hasState('store'); })(),
);

$old = unserialize(serialize($key));
$old->reduceLifetime(-100);
same('an expired key stays expired', true, unserialize(serialize($old))->isExpired());
between('by how much', -130, -100, unserialize(serialize($old))->getRemainingLifetime());

same(
    'as a string',
    'O:26:"Symfony\Component\Lock\Key":3:{s:8:"resource";s:1:"a";s:12:"expiringTime";N;s:5:"state";a:1:{s:1:"s";s:1:"t";}}',
    serialize((function () { $key = new Key('a'); $key->setState('s', 't'); return $key; })()),
);

$key->markUnserializable();
foreach ([
    'serialize' => fn () => serialize($key),
    '__serialize' => fn () => $key->__serialize(),
    'within an array' => fn () => serialize([1, $key]),
] as $what => $f) {
    raises("unserializable: $what", UnserializableKeyException::class, 'The key cannot be serialized.', $f);
}
$copy = unserialize(
    'O:26:"Symfony\Component\Lock\Key":3:{s:8:"resource";s:1:"a";s:12:"expiringTime";d:4102444800;s:5:"state";a:0:{}}',
);
check('by hand: lifetime until 2100', $copy->getRemainingLifetime() > 1e9 && 'a' === (string) $copy);

// As the normalizer of the package does it.
$key = (new ReflectionClass(Key::class))->newInstanceWithoutConstructor();
$key->__unserialize(['resource' => 'n', 'expiringTime' => null, 'state' => ['x' => 'y']]);
same('without a constructor', ['n', 'y', null], [(string) $key, $key->getState('x'), $key->getRemainingLifetime()]);

// The names that private properties have in older serialized keys.
$p = "\0Symfony\\Component\\Lock\\Key\0";
$data = ["{$p}resource" => 'old', "{$p}expiringTime" => microtime(true) + 60, "{$p}state" => ['x' => 'y']];
$key = (new ReflectionClass(Key::class))->newInstanceWithoutConstructor();
$key->__unserialize($data);
same('private names', ['old', 'y'], [(string) $key, $key->getState('x')]);
between('private names: lifetime', 50, 60, $key->getRemainingLifetime());
$key = (new ReflectionClass(Key::class))->newInstanceWithoutConstructor();
$key->__unserialize(["{$p}resource" => 'older', "{$p}expiringTime" => null, "{$p}state" => []]);
same('private names, no expiry', ['older', null], [(string) $key, $key->getRemainingLifetime()]);
$key = (new ReflectionClass(Key::class))->newInstanceWithoutConstructor();
$key->__unserialize(['resource' => 'only']);
same(
    'only a resource',
    ['only', null, []],
    [(string) $key, $key->getRemainingLifetime(), $key->__serialize()['state']],
);
?>
--EXPECT--
ok: fresh
ok: its parts
ok: expiry as Unix time
ok: state
ok: round trip: name
ok: round trip: state
ok: round trip: lifetime
ok: round trip twice: lifetime
ok: the copy is on its own
ok: an expired key stays expired
ok: by how much
ok: as a string
ok: unserializable: serialize
ok: unserializable: __serialize
ok: unserializable: within an array
ok: by hand: lifetime until 2100
ok: without a constructor
ok: private names
ok: private names: lifetime
ok: private names, no expiry
ok: only a resource
