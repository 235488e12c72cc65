--TEST--
A lock that expires while it is acquired is given back, with the outcome of the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/step.inc";'.<<<'CODE'

use Symfony\Component\Lock\Exception as E;

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
The package 7.4 prints the same.
