--TEST--
What refresh() becomes when a store written in PHP fails: result, exception, message, previous exceptions, log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/outcomes.inc";
    outcomes("refresh()", fn ($lock) => $lock->refresh(), ["putOffExpiration"]);');
?>
--EXPECT--
refresh(), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: putOffExpiration
  destructor calls: 
refresh(), putOffExpiration fails: error
  = Error: engine
  calls: putOffExpiration
  destructor calls: 
The package 7.4 prints the same.
