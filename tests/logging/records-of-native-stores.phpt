--TEST--
What a lock logs over stores of the extension is what it logs with the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\NullStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$logger = new ArrayLogger();
function step(string $what, callable $f): void
{
    global $logger;
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n", $logger->flush();
}

foreach ([
    'in-memory' => new InMemoryStore(),
    'flock' => new FlockStore(temporary_directory()),
    'null' => new NullStore(),
    'combined' => new CombinedStore([new InMemoryStore()], new UnanimousStrategy()),
] as $name => $store) {
    $factory = new LockFactory($store);
    $factory->setLogger($logger);
    foreach ([null, 30.0, 30] as $ttl) {
        echo "--- $name, TTL ", show($ttl), "\n";
        $lock = $factory->createLock('r', $ttl);
        $other = $factory->createLock('r', $ttl);
        step('acquire()', fn () => $lock->acquire());
        step('acquire() again', fn () => $lock->acquire());
        step('acquire(true) again', fn () => $lock->acquire(true));
        step('acquire(), another owner', fn () => $other->acquire());
        step('acquireRead(), another owner', fn () => $other->acquireRead());
        step('isAcquired()', fn () => $lock->isAcquired());
        step('refresh()', fn () => $lock->refresh());
        step('refresh(60)', fn () => $lock->refresh(60));
        step('refresh(2.5)', fn () => $lock->refresh(2.5));
        step('release()', fn () => $lock->release());
        step('release() again', fn () => $lock->release());
        step('acquireRead()', fn () => $lock->acquireRead());
        step('acquireRead(true)', fn () => $lock->acquireRead(true));
        step('acquireRead(), another owner', fn () => $other->acquireRead());
        if ('flock' !== $name) {
            // The package loses a file lock for reading here.
            step('acquire() among readers', fn () => $other->acquire());
        }
        step('destructor', function () use (&$other) { $other = null; });
        step('acquire() of the last reader', fn () => $lock->acquire());
        step('destructor', function () use (&$lock) { $lock = null; });
        $never = $factory->createLock('r', $ttl);
        step('destructor of a lock that was never acquired', function () use (&$never) { $never = null; });
    }
}
CODE);
?>
--EXPECT--
--- in-memory, TTL NULL
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
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
--- in-memory, TTL 30.0
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
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
--- in-memory, TTL 30
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
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
--- combined, TTL NULL
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
destructor
  = NULL
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
destructor of a lock that was never acquired
  = NULL
--- combined, TTL 30.0
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
destructor
  = NULL
acquire() of the last reader
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
destructor
  = NULL
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
destructor of a lock that was never acquired
  = NULL
--- combined, TTL 30
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
acquire() among readers
  = false
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
destructor
  = NULL
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
