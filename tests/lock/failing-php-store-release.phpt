--TEST--
What release() becomes when a store written in PHP fails: result, exception, message, previous exceptions, log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/outcomes.inc";
    outcomes("release()", fn ($lock) => $lock->release(), ["delete", "exists"]);');
?>
--EXPECT--
release(), delete fails: conflict
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: storage
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: expired
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: acquiring
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: invalid
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: exception
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Exception: any
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
  destructor calls: 
release(), delete fails: error
  = Error: engine
  calls: delete
  destructor calls: 
release(), exists fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  calls: delete exists
  destructor calls: 
release(), exists fails: storage
  = Symfony\Component\Lock\Exception\LockStorageException: down
  calls: delete exists
  destructor calls: 
release(), exists fails: expired
  = Symfony\Component\Lock\Exception\LockExpiredException: late
  calls: delete exists
  destructor calls: 
release(), exists fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete exists
  destructor calls: 
release(), exists fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: inner
  calls: delete exists
  destructor calls: 
release(), exists fails: invalid
  = Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  calls: delete exists
  destructor calls: 
release(), exists fails: exception
  = Exception: any
  calls: delete exists
  destructor calls: 
release(), exists fails: error
  = Error: engine
  calls: delete exists
  destructor calls: 
The package 7.4 prints the same.
