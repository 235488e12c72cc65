--TEST--
A lock on a CombinedStore of members written in PHP, UnanimousStrategy: calls and log records are those of the package
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

$code = 'require "'.__DIR__.'/calls.inc"; calls(Symfony\Component\Lock\Strategy\UnanimousStrategy::class);';
twin($code, '7.4', [], ['pcre.jit' => 0]);
?>
--EXPECT--
--- Symfony\Component\Lock\Strategy\UnanimousStrategy
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
lifetime
  = 600.0
acquireRead
  A->save(r)
  B->saveRead(r) with up to 300 s left
  C->saveRead(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
isAcquired
  A->exists(r) with up to 600 s left
  B->exists(r) with up to 600 s left
  C->exists(r) with up to 600 s left
  = true
refresh
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = NULL
refresh(40)
  A->putOffExpiration(r, up to 40)
  B->putOffExpiration(r, up to 40) with up to 40 s left
  C->putOffExpiration(r, up to 40) with up to 40 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(40)
  = NULL
refresh, the second member refuses
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  nested debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 600 s left
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  store notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
  A->delete(r) with up to 600 s left
  B->delete(r) with up to 600 s left
  C->delete(r) with up to 600 s left
  lock notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
acquire, the second member refuses
  A->save(r)
  B->save(r) with up to 300 s left
  nested debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 300 s left
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  store info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
  A->delete(r) with up to 300 s left
  B->delete(r) with up to 300 s left
  C->delete(r) with up to 300 s left
  lock info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  = false
acquire, two members refuse the TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  store notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  A->delete(r)
  B->delete(r)
  C->delete(r)
  lock notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  lock info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  = false
acquire, too late
  A->save(r)
  B->save(r), expired
  B->delete(r), expired
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh, too late
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600), expired
  B->delete(r), expired
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh(1e-9)
  store debug: Stores took to long to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) ttl=float(0)
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
release
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
release, still there
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  B->exists(r), expired
  C->exists(r), expired
  lock notice: Failed to release the "{resource}" lock. | resource=Key(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release, the first member fails
  A->delete(r), expired
  store notice: One store failed to delete the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={DomainException: cannot}
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
acquire without a TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
acquire(true)
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
destructor
  A->exists(r) with up to 300 s left
  = NULL
The package 7.4 prints the same.
