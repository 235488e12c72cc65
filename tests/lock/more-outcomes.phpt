--TEST--
Locks that expire while they are acquired, locks that stay after release, fall-back of acquireRead(): as the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception as E;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$expire = fn (Key $key) => $key->reduceLifetime(-1.0);

function lock(object $store, ?float $ttl = null): array
{
    $lock = new Lock(new Key('r'), $store, $ttl);
    $lock->setLogger($logger = new ArrayLogger());

    return [$lock, $logger];
}
function step(string $what, callable $f, ArrayLogger $logger): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n", $logger->flush();
}

foreach ([
    'acquire' => ['save', 'waitAndSave'],
    'acquireRead' => ['saveRead', 'waitAndSaveRead'],
] as $method => $calls) {
    foreach ($calls as $blocking => $call) {
        $store = new BlockingSharedStore();
        $store->next[$call] = [$expire];
        [$lock, $logger] = lock($store);
        step("$method: expired by $call", fn () => $lock->$method((bool) $blocking), $logger);
        unset($lock);

        $store->next[$call] = [$expire];
        $store->next['delete'] = [new E\LockReleasingException('cannot')];
        [$lock, $logger] = lock($store);
        step("$method: expired by $call, release fails", fn () => $lock->$method((bool) $blocking), $logger);
        unset($lock);

        $store->next['putOffExpiration'] = [$expire];
        [$lock, $logger] = lock($store, 10);
        step("$method: expired by putOffExpiration after $call", fn () => $lock->$method((bool) $blocking), $logger);
        unset($lock);
    }
}

$store = new PlainStore();
[$lock, $logger] = lock($store, 10);
$store->next['putOffExpiration'] = [$expire];
step('refresh: expired', fn () => $lock->refresh(), $logger);
$store->next['putOffExpiration'] = [$expire];
$store->next['exists'] = [true];
step('refresh: expired, and stays', fn () => $lock->refresh(), $logger);
$store->next['exists'] = [true];
step('release: still there', fn () => $lock->release(), $logger);
step('acquireRead on a store without readers', fn () => $lock->acquireRead(), $logger);
$store->next['save'] = [new E\LockConflictedException()];
step('acquireRead on a store without readers, conflict', fn () => $lock->acquireRead(), $logger);
step('acquireRead(true) on a store without readers', fn () => $lock->acquireRead(true), $logger);
$store->next['save'] = [new E\LockStorageException('down')];
step('acquireRead(true) on a store without readers, failure', fn () => $lock->acquireRead(true), $logger);
unset($lock);
[$lock, $logger] = lock($blocking = new BlockingStore());
$blocking->next['waitAndSave'] = [new E\LockConflictedException('gave up')];
step('acquireRead(true) on a blocking store without readers that gives up', fn () => $lock->acquireRead(true), $logger);
unset($lock);

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

// A conflict of refresh() says that the lock is lost: nothing is released by the destructor.
$store = new PlainStore();
[$lock, $logger] = lock($store, 7);
$lock->acquire();
$store->next['putOffExpiration'] = [new E\LockConflictedException()];
step('refresh: lost', fn () => $lock->refresh(), $logger);
echo "destructor\n";
unset($lock);

// A conflict of acquire() says nothing about a lock that was acquired before: the destructor looks.
$store = new PlainStore();
[$lock, $logger] = lock($store, 7);
$lock->acquire();
$store->next['save'] = [new E\LockConflictedException()];
step('acquire: lost', fn () => $lock->acquire(), $logger);
echo "destructor\n";
unset($lock);

foreach (["with \"quotes\" and %s %d", "\0nul", '', "line\nbreak"] as $name) {
    $store = new PlainStore();
    $store->quiet = true;
    $store->next['save'] = [new Exception('x')];
    $store->next['delete'] = [new Exception('x')];
    $lock = new Lock(new Key($name), $store);
    echo addcslashes(outcome(fn () => $lock->acquire()), "\0..\37"), "\n",
        addcslashes(outcome(fn () => $lock->release()), "\0..\37"), "\n";
}
echo outcome(fn () => serialize($lock)), "\n";
echo outcome(fn () => unserialize('O:27:"Symfony\Component\Lock\Lock":0:{}')), "\n";
CODE);
?>
--EXPECT--
acquire: expired by save
  store->save(r)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
acquire: expired by save, release fails
  store->save(r)
  store->delete(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  store->exists(r), expired
acquire: expired by putOffExpiration after save
  store->save(r)
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
acquire: expired by waitAndSave
  store->waitAndSave(r)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
acquire: expired by waitAndSave, release fails
  store->waitAndSave(r)
  store->delete(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  store->exists(r), expired
acquire: expired by putOffExpiration after waitAndSave
  store->waitAndSave(r)
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
acquireRead: expired by saveRead
  store->saveRead(r)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
acquireRead: expired by saveRead, release fails
  store->saveRead(r)
  store->delete(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  store->exists(r), expired
acquireRead: expired by putOffExpiration after saveRead
  store->saveRead(r)
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
acquireRead: expired by waitAndSaveRead
  store->waitAndSaveRead(r)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
acquireRead: expired by waitAndSaveRead, release fails
  store->waitAndSaveRead(r)
  store->delete(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  store->exists(r), expired
acquireRead: expired by putOffExpiration after waitAndSaveRead
  store->waitAndSaveRead(r)
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
refresh: expired
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
refresh: expired, and stays
  store->putOffExpiration(r, 10)
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
  log notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to put off the expiration of the "r" lock within the specified time.}
release: still there
  store->delete(r), expired
  store->exists(r), expired
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
  log notice: Failed to release the "{resource}" lock. | resource=Key(r)
acquireRead on a store without readers
  store->save(r)
  store->putOffExpiration(r, 10)
  = true
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(10)
acquireRead on a store without readers, conflict
  store->save(r)
  = false
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
acquireRead(true) on a store without readers
  store->save(r)
  store->putOffExpiration(r, 10)
  = true
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(10)
acquireRead(true) on a store without readers, failure
  store->save(r)
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockStorageException: down}
  log notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: down}
  store->exists(r)
acquireRead(true) on a blocking store without readers that gives up
  store->waitAndSave(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: gave up
  log debug: Store does not support ReadLocks, fallback to WriteLock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
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
  store->save(r)
  store->putOffExpiration(r, 7)
refresh: lost
  store->putOffExpiration(r, 7)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(7)
  log notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
destructor
  store->save(r)
  store->putOffExpiration(r, 7)
acquire: lost
  store->save(r)
  = false
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(7)
  log info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
destructor
  store->exists(r)
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "with "quotes" and %s %d" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "with "quotes" and %s %d" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "\000nul" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "\000nul" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "line\nbreak" lock. <- Exception: x
Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "line\nbreak" lock. <- Exception: x
BadMethodCallException: Cannot serialize Symfony\Component\Lock\Lock
BadMethodCallException: Cannot unserialize Symfony\Component\Lock\Lock
The package 7.4 prints the same.
