--TEST--
What a lock logs over FlockStore is what it logs with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/records.inc";
    records("flock", new Symfony\Component\Lock\Store\FlockStore(temporary_directory()));');
?>
--EXPECT--
--- flock, TTL NULL
acquire()
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
acquire() again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
acquire(true) again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
acquire(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
acquireRead(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
isAcquired()
  = true
refresh()
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
refresh(60)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(60)
refresh(2.5)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(2.5)
release()
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
release() again
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquireRead()
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
acquireRead(true)
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
destructor of a lock that was never acquired
  = NULL
--- flock, TTL 30.0
acquire()
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire() again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire(true) again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
acquireRead(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
isAcquired()
  = true
refresh()
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
refresh(60)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(60)
refresh(2.5)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(2.5)
release()
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
release() again
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquireRead()
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(true)
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
destructor of a lock that was never acquired
  = NULL
--- flock, TTL 30
acquire()
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire() again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire(true) again
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquire(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
acquireRead(), another owner
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
isAcquired()
  = true
refresh()
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
refresh(60)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(60)
refresh(2.5)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(2.5)
release()
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
release() again
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquireRead()
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(true)
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
destructor of a lock that was never acquired
  = NULL
The package 7.4 prints the same.
