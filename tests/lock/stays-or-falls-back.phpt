--TEST--
Locks that expire in refresh() or stay after release, and acquireRead() without readers: as the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/step.inc";'.<<<'CODE'

use Symfony\Component\Lock\Exception as E;

$store = new PlainStore();
[$lock, $logger] = lock($store, 10);
$store->next['putOffExpiration'] = [$expire];
step('refresh: expired', fn () => $lock->refresh(), $logger);
$store->next['putOffExpiration'] = [$expire];
$store->next['exists'] = [true];
step('refresh: expired, and stays', fn () => $lock->refresh(), $logger);
$store->next['exists'] = [true];
step('release: still there', fn () => $lock->release(), $logger);
step('acquireRead on a store without readers', fn () => $lock->acquireRead(), $logger);
$store->next['save'] = [new E\LockConflictedException()];
step('acquireRead on a store without readers, conflict', fn () => $lock->acquireRead(), $logger);
step('acquireRead(true) on a store without readers', fn () => $lock->acquireRead(true), $logger);
$store->next['save'] = [new E\LockStorageException('down')];
step('acquireRead(true) on a store without readers, failure', fn () => $lock->acquireRead(true), $logger);
unset($lock);
[$lock, $logger] = lock($blocking = new BlockingStore());
$blocking->next['waitAndSave'] = [new E\LockConflictedException('gave up')];
step('acquireRead(true) on a blocking store without readers that gives up', fn () => $lock->acquireRead(true), $logger);
unset($lock);
CODE);
?>
--EXPECT--
refresh: expired
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
refresh: expired, and stays
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
release: still there
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
acquireRead on a store without readers
  store->save(r)
  store->putOffExpiration(r, 10)
  = true
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(10)
acquireRead on a store without readers, conflict
  store->save(r)
  = false
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
acquireRead(true) on a store without readers
  store->save(r)
  store->putOffExpiration(r, 10)
  = true
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(10)
acquireRead(true) on a store without readers, failure
  store->save(r)
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  store->exists(r)
acquireRead(true) on a blocking store without readers that gives up
  store->waitAndSave(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: gave up
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
The package 7.4 prints the same.
