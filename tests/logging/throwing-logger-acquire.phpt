--TEST--
A logger that throws during acquire() and acquireRead(): its exceptions come out as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/throwing-logger.inc";
    throws_during("acquire", "save");
    throws_during("acquireRead", "saveRead");');
?>
--EXPECT--
acquire, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: save
acquire, ok, two exceptions
  = LogicException: again
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: save
acquire, ok, an error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  calls: save
acquire, conflict, one exception
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, conflict, two exceptions
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, conflict, an error
  = Error: engine
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: save
acquire, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquire, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquire, failure, an error
  = Error: engine
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: save
acquireRead, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- RuntimeException: disk full
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: saveRead
acquireRead, ok, two exceptions
  = LogicException: again
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: saveRead
acquireRead, ok, an error
  = Error: engine
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, one exception
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, two exceptions
  = RuntimeException: disk full
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, conflict, an error
  = Error: engine
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  calls: saveRead
acquireRead, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
acquireRead, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
acquireRead, failure, an error
  = Error: engine
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: saveRead
The package 7.4 prints the same.
