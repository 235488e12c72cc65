--TEST--
A logger that throws during refresh() and release(): its exceptions come out as with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/throwing-logger.inc";
    throws_during("refresh", "putOffExpiration");
    throws_during("release", "delete");');
?>
--EXPECT--
refresh, ok, one exception
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- RuntimeException: disk full
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: putOffExpiration
refresh, ok, two exceptions
  = LogicException: again
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={RuntimeException: disk full}
  calls: putOffExpiration
refresh, ok, an error
  = Error: engine
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  calls: putOffExpiration
refresh, conflict, one exception
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, conflict, two exceptions
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, conflict, an error
  = Error: engine
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  calls: putOffExpiration
refresh, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
refresh, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
refresh, failure, an error
  = Error: engine
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  calls: putOffExpiration
release, ok, one exception
  = RuntimeException: disk full
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, ok, two exceptions
  = RuntimeException: disk full
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, ok, an error
  = Error: engine
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  calls: delete exists
release, conflict, one exception
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, conflict, two exceptions
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, conflict, an error
  = Error: engine
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, one exception
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, two exceptions
  = RuntimeException: disk full
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
release, failure, an error
  = Error: engine
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  calls: delete
The package 7.4 prints the same.
