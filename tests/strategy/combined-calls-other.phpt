--TEST--
CombinedStore: members without readers, a lock that expires while it is saved, members that are no stores
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/members.inc";'.<<<'CODE'

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy as S;

echo "saveRead, members without readers\n";
$store = new CombinedStore(members([], 'save', false), new S\ConsensusStrategy());
$store->saveRead(new Key('r'));
echo "expired while it is saved\n";
$stores = members([], 'save', false);
$stores[1]->always['save'] = fn (Key $key) => $key->reduceLifetime(-1);
$store = new CombinedStore($stores, new S\ConsensusStrategy());
$outcome = outcome(fn () => $store->save(new Key('r')));
echo "  = $outcome\n";
echo "members that are no stores\n";
echo outcome(fn () => new CombinedStore([new PlainStore(), 'x'], new S\ConsensusStrategy())), "\n";
echo outcome(fn () => new CombinedStore([null], new S\ConsensusStrategy())), "\n";
echo outcome(fn () => new CombinedStore([new stdClass()], new S\ConsensusStrategy())), "\n";
echo outcome(fn () => new CombinedStore([1.5], new S\ConsensusStrategy())), "\n";
CODE);
?>
--EXPECT--
saveRead, members without readers
  A->save(r)
  B->save(r)
  C->save(r)
expired while it is saved
  A->save(r)
  B->save(r)
  C->save(r), expired
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  = Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
members that are no stores
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "string".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "null".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "stdClass".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "float".
The package 7.4 prints the same.
