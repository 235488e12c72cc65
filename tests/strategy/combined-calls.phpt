--TEST--
CombinedStore asks members written in PHP in the order of the PHP package, stops when the quorum is decided, cleans up
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy as S;

function members(array $failing, string $method, bool $shared): array
{
    $stores = [];
    foreach (['A', 'B', 'C'] as $i => $name) {
        $stores[] = $store = $shared ? new SharedStore($name) : new PlainStore($name);
        if (in_array($name, $failing, true)) {
            $store->always[$method] = 'exists' === $method ? false : new LockConflictedException("$name refuses");
        } elseif ('exists' === $method) {
            $store->always[$method] = true;
        }
    }

    return $stores;
}

foreach ([S\ConsensusStrategy::class, S\UnanimousStrategy::class] as $class) {
    foreach (['save', 'saveRead', 'putOffExpiration', 'delete', 'exists'] as $method) {
        foreach ([[], ['A'], ['C'], ['A', 'B'], ['B', 'C'], ['A', 'B', 'C']] as $failing) {
            $stores = members($failing, $method, 'saveRead' === $method);
            if ('delete' === $method && $failing) {
                continue;
            }
            $store = new CombinedStore($stores, new $class());
            $store->setLogger($logger = new ArrayLogger());
            echo substr(strrchr($class, '\\'), 1), ", $method, failing: ", implode(' ', $failing) ?: 'none', "\n";
            $key = new Key('r');
            $outcome = outcome(
                fn () => 'putOffExpiration' === $method ? $store->$method($key, 100) : $store->$method($key),
            );
            echo "  = $outcome\n", $logger->flush();
        }
    }
}

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
ConsensusStrategy, save, failing: none
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
ConsensusStrategy, save, failing: A
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, save, failing: C
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, save, failing: A B
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, save, failing: B C
  A->save(r)
  B->save(r)
  C->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, save, failing: A B C
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, saveRead, failing: none
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
ConsensusStrategy, saveRead, failing: A
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, saveRead, failing: C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, saveRead, failing: A B
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, saveRead, failing: B C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, saveRead, failing: A B C
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, putOffExpiration, failing: none
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
ConsensusStrategy, putOffExpiration, failing: A
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, putOffExpiration, failing: C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, putOffExpiration, failing: A B
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, putOffExpiration, failing: B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, putOffExpiration, failing: A B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, delete, failing: none
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = NULL
ConsensusStrategy, exists, failing: none
  A->exists(r)
  B->exists(r)
  = true
ConsensusStrategy, exists, failing: A
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = true
ConsensusStrategy, exists, failing: C
  A->exists(r)
  B->exists(r)
  = true
ConsensusStrategy, exists, failing: A B
  A->exists(r)
  B->exists(r)
  = false
ConsensusStrategy, exists, failing: B C
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = false
ConsensusStrategy, exists, failing: A B C
  A->exists(r)
  B->exists(r)
  = false
UnanimousStrategy, save, failing: none
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
UnanimousStrategy, save, failing: A
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, save, failing: C
  A->save(r)
  B->save(r)
  C->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, save, failing: A B
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, save, failing: B C
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, save, failing: A B C
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, saveRead, failing: none
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
UnanimousStrategy, saveRead, failing: A
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, saveRead, failing: C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, saveRead, failing: A B
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, saveRead, failing: B C
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, saveRead, failing: A B C
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, putOffExpiration, failing: none
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
UnanimousStrategy, putOffExpiration, failing: A
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, putOffExpiration, failing: C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, putOffExpiration, failing: A B
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, putOffExpiration, failing: B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, putOffExpiration, failing: A B C
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, delete, failing: none
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = NULL
UnanimousStrategy, exists, failing: none
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = true
UnanimousStrategy, exists, failing: A
  A->exists(r)
  = false
UnanimousStrategy, exists, failing: C
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = false
UnanimousStrategy, exists, failing: A B
  A->exists(r)
  = false
UnanimousStrategy, exists, failing: B C
  A->exists(r)
  B->exists(r)
  = false
UnanimousStrategy, exists, failing: A B C
  A->exists(r)
  = false
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
