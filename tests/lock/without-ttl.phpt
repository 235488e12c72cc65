--TEST--
Locks without a TTL, and refresh() with and without one: as the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/step.inc";'.<<<'CODE'

foreach ([null, 0.0] as $ttl) {
    [$lock, $logger] = lock(new PlainStore(), $ttl);
    step('no TTL: acquire', fn () => $lock->acquire(), $logger);
    step('no TTL: refresh()', fn () => $lock->refresh(), $logger);
    step('no TTL: refresh(0)', fn () => $lock->refresh(0), $logger);
    step('no TTL: refresh(null)', fn () => $lock->refresh(null), $logger);
    step('no TTL: lifetime', fn () => $lock->getRemainingLifetime(), $logger);
    step('no TTL: isExpired', fn () => $lock->isExpired(), $logger);
    unset($lock);
}
[$lock, $logger] = lock(new PlainStore(), 7);
step('refresh(0) with a TTL', fn () => $lock->refresh(0), $logger);
step('refresh() with a TTL', fn () => $lock->refresh(), $logger);
CODE);
?>
--EXPECT--
no TTL: acquire
  store->save(r)
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
no TTL: refresh()
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: refresh(0)
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: refresh(null)
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: lifetime
  = NULL
no TTL: isExpired
  = false
  store->exists(r)
no TTL: acquire
  store->save(r)
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
no TTL: refresh()
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: refresh(0)
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: refresh(null)
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
no TTL: lifetime
  = NULL
no TTL: isExpired
  = false
  store->exists(r)
refresh(0) with a TTL
  = Symfony\Component\Lock\Exception\InvalidArgumentException: You have to define an expiration duration.
refresh() with a TTL
  store->putOffExpiration(r, 7)
  = NULL
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(7)
  store->exists(r)
The package 7.4 prints the same.
