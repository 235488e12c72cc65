--TEST--
What isAcquired() becomes when a store written in PHP fails: result, exception, message, previous exceptions, log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/outcomes.inc";
    outcomes("isAcquired()", fn ($lock) => $lock->isAcquired(), ["exists"]);');
?>
--EXPECT--
isAcquired(), exists fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  calls: exists
  destructor calls: 
isAcquired(), exists fails: storage
  = Symfony\Component\Lock\Exception\LockStorageException: down
  calls: exists
  destructor calls: 
isAcquired(), exists fails: expired
  = Symfony\Component\Lock\Exception\LockExpiredException: late
  calls: exists
  destructor calls: 
isAcquired(), exists fails: releasing
  = Symfony\Component\Lock\Exception\LockReleasingException: stuck
  calls: exists
  destructor calls: 
isAcquired(), exists fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: inner
  calls: exists
  destructor calls: 
isAcquired(), exists fails: invalid
  = Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  calls: exists
  destructor calls: 
isAcquired(), exists fails: exception
  = Exception: any
  calls: exists
  destructor calls: 
isAcquired(), exists fails: error
  = Error: engine
  calls: exists
  destructor calls: 
The package 7.4 prints the same.
