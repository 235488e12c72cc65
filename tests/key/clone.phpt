--TEST--
A cloned Key is a second handle on the same lock, with a lifetime and a state of its own
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\InMemoryStore;

$store = new InMemoryStore();
$key = new Key('r');
$store->save($key);
$key->reduceLifetime(100);
$clone = clone $key;
same('name', 'r', (string) $clone);
same('owns the lock', true, $store->exists($clone));
between('lifetime', 90, 100, $clone->getRemainingLifetime());
$clone->resetLifetime();
$clone->setState('mine', 1);
check('lifetime of its own', null !== $key->getRemainingLifetime());
same('state of its own', false, $key->hasState('mine'));
$store->delete($clone);
same('releases the lock', false, $store->exists($key));

$key->markUnserializable();
raises(
    'unserializable stays so',
    'Symfony\Component\Lock\Exception\UnserializableKeyException',
    'The key cannot be serialized.',
    fn () => serialize(clone $key),
);
?>
--EXPECT--
ok: name
ok: owns the lock
ok: lifetime
ok: lifetime of its own
ok: state of its own
ok: releases the lock
ok: unserializable stays so
