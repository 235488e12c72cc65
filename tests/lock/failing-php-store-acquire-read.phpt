--TEST--
What acquireRead() becomes when a store written in PHP fails: result, exception, message, previous exceptions, log records
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/outcomes.inc";
    outcomes("acquireRead()", fn ($lock) => $lock->acquireRead(), ["saveRead", "putOffExpiration"]);
    outcomes("acquireRead(true)", fn ($lock) => $lock->acquireRead(true), ["waitAndSaveRead", "putOffExpiration"]);');
?>
--EXPECT--
acquireRead(), saveRead fails: conflict
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: saveRead
  destructor calls: 
acquireRead(), saveRead fails: error
  = Error: engine
  calls: saveRead
  destructor calls: 
acquireRead(), putOffExpiration fails: conflict
  = false
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead putOffExpiration
  destructor calls: 
acquireRead(), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: saveRead putOffExpiration
  destructor calls: exists
acquireRead(true), waitAndSaveRead fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Exception: any
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), waitAndSaveRead fails: error
  = Error: engine
  calls: waitAndSaveRead
  destructor calls: 
acquireRead(true), putOffExpiration fails: conflict
  = Symfony\Component\Lock\Exception\LockConflictedException(3): held <- Exception: why
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: waitAndSaveRead putOffExpiration
  destructor calls: 
acquireRead(true), putOffExpiration fails: storage
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: late}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: late}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: releasing
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockReleasingException: stuck}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: acquiring
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: inner}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: invalid
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\InvalidArgumentException: bad}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Exception: any}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Exception: any}
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
acquireRead(true), putOffExpiration fails: error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: waitAndSaveRead putOffExpiration
  destructor calls: exists
The package 7.4 prints the same.
