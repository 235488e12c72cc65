--TEST--
A conflict of refresh() or acquire(), and what the destructor does then: as the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/step.inc";'.<<<'CODE'

use Symfony\Component\Lock\Exception as E;

// A conflict of refresh() says that the lock is lost: nothing is released by the destructor.
$store = new PlainStore();
[$lock, $logger] = lock($store, 7);
$lock->acquire();
$store->next['putOffExpiration'] = [new E\LockConflictedException()];
step('refresh: lost', fn () => $lock->refresh(), $logger);
echo "destructor\n";
unset($lock);

// A conflict of acquire() says nothing about a lock that was acquired before: the destructor looks.
$store = new PlainStore();
[$lock, $logger] = lock($store, 7);
$lock->acquire();
$store->next['save'] = [new E\LockConflictedException()];
step('acquire: lost', fn () => $lock->acquire(), $logger);
echo "destructor\n";
unset($lock);
CODE);
?>
--EXPECT--
  store->save(r)
  store->putOffExpiration(r, 7)
refresh: lost
  store->putOffExpiration(r, 7)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(7)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
destructor
  store->save(r)
  store->putOffExpiration(r, 7)
acquire: lost
  store->save(r)
  = false
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(7)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
destructor
  store->exists(r)
The package 7.4 prints the same.
