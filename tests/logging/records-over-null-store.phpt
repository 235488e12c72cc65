--TEST--
What a lock logs over NullStore is what it logs with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/records.inc"; records("null", new Symfony\Component\Lock\Store\NullStore());');
?>
--EXPECT--
--- null, TTL NULL
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
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
isAcquired()
  = false
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
acquire() among readers
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
destructor
  = NULL
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
destructor
  = NULL
destructor of a lock that was never acquired
  = NULL
--- null, TTL 30.0
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
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
isAcquired()
  = false
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
acquire() among readers
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
destructor of a lock that was never acquired
  = NULL
--- null, TTL 30
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
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
acquireRead(), another owner
  = true
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
isAcquired()
  = false
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
acquire() among readers
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
destructor of a lock that was never acquired
  = NULL
The package 7.4 prints the same.
