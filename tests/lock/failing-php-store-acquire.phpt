--TEST--
What acquire() becomes when a store written in PHP fails: result, exception, message, previous exceptions, log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/outcomes.inc";
    outcomes("acquire()", fn ($lock) => $lock->acquire(), ["save", "putOffExpiration"]);
    outcomes("acquire(true)", fn ($lock) => $lock->acquire(true), ["waitAndSave", "putOffExpiration"]);');
?>
--EXPECT--
acquire(), save fails: conflict
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
  destructor calls: 
acquire(), save fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
  destructor calls: 
acquire(), save fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: save
  destructor calls: 
acquire(), save fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: save
  destructor calls: 
acquire(), save fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: save
  destructor calls: 
acquire(), save fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: save
  destructor calls: 
acquire(), save fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: save
  destructor calls: 
acquire(), save fails: error
  = Error: engine
  calls: save
  destructor calls: 
acquire(), putOffExpiration fails: conflict
  = false
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save putOffExpiration
  destructor calls: 
acquire(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: save putOffExpiration
  destructor calls: exists
acquire(), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: save putOffExpiration
  destructor calls: exists
acquire(true), waitAndSave fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: waitAndSave
  destructor calls: 
acquire(true), waitAndSave fails: error
  = Error: engine
  calls: waitAndSave
  destructor calls: 
acquire(true), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSave putOffExpiration
  destructor calls: 
acquire(true), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: waitAndSave putOffExpiration
  destructor calls: exists
acquire(true), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: waitAndSave putOffExpiration
  destructor calls: exists
The package 7.4 prints the same.
