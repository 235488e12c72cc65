--TEST--
Locks, stores and factories in loose comparisons, as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

echo "locks\n";
$store = new InMemoryStore();
$key = new Key('a');
echo show(new Lock($key, $store) == new Lock($key, $store)), ' the same key', "\n";
echo show(new Lock($key, $store) == new Lock(new Key('b'), $store)), ' other keys', "\n";
echo show(new Lock($key, $store, 5) == new Lock($key, $store, 6)), ' other TTLs', "\n";

echo "stores\n";
$other = new InMemoryStore();
$other->save(new Key('x'));
echo show($store == $other), ' one with a lock', "\n";
echo show(new LockFactory($store) == new LockFactory($other)), ' factories', "\n";
CODE);
?>
--EXPECT--
locks
true the same key
false other keys
false other TTLs
stores
false one with a lock
false factories
The package 7.4 prints the same.
