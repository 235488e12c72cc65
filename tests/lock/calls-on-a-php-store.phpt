--TEST--
A store written in PHP gets the calls of the PHP package, in its order
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

function step(string $what, callable $f): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n";
}

foreach ([PlainStore::class, BlockingStore::class, SharedStore::class, BlockingSharedStore::class] as $class) {
    echo "--- $class\n";
    $store = new $class();
    $lock = new Lock(new Key('r'), $store);
    step('acquire()', fn () => $lock->acquire());
    step('isAcquired()', fn () => $lock->isAcquired());
    step('refresh(5)', fn () => $lock->refresh(5));
    step('release()', fn () => $lock->release());

    $lock = new Lock(new Key('r'), $store, 30);
    $reduce = fn (Key $key, float $ttl) => $key->reduceLifetime($ttl);
    $store->always['putOffExpiration'] = $reduce;
    step('with a TTL: acquire()', fn () => $lock->acquire());
    step('with a TTL: acquire() again', fn () => $lock->acquire());
    step('with a TTL: acquire(true)', fn () => $lock->acquire(true));
    step('with a TTL: acquireRead()', fn () => $lock->acquireRead());
    step('with a TTL: acquireRead(true)', fn () => $lock->acquireRead(true));
    step('with a TTL: refresh()', fn () => $lock->refresh());
    step('with a TTL: refresh(60)', fn () => $lock->refresh(60));
    $store->always['exists'] = true;
    $store->next['exists'] = [true, false];
    echo "destructor of an acquired lock\n";
    unset($lock);

    $lock = new Lock(new Key('r'), $store, 30);
    echo "destructor of a lock that was never acquired\n";
    unset($lock);

    $lock = new Lock(new Key('r'), $store);
    $lock->acquire();
    $store->next['exists'] = [false];
    echo "destructor of a lock that another owner has by now\n";
    unset($lock);

    $lock = new Lock(new Key('r'), $store, null, false);
    $lock->acquire();
    echo "destructor without automatic release\n";
    unset($lock);

    $lock = new Lock(new Key('r'), $store);
    $store->next['exists'] = [true];
    step('isAcquired() before acquire()', fn () => $lock->isAcquired());
    $store->next['exists'] = [true, false];
    echo "its destructor\n";
    unset($lock);

    $store->always['exists'] = false;
    foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead'] as $method) {
        $store->always[$method] = new LockConflictedException("$method conflicts");
    }
    $lock = new Lock(new Key('r'), $store);
    step('conflict: acquire()', fn () => $lock->acquire());
    step('conflict: acquireRead()', fn () => $lock->acquireRead());
    foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead'] as $method) {
        $store->next[$method] = [
            new LockConflictedException("first $method"),
            new LockConflictedException("second $method"),
            null,
        ];
    }
    step('conflict, then free: acquire(true)', fn () => $lock->acquire(true));
    foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead'] as $method) {
        $store->next[$method] = [
            new LockConflictedException("first $method"),
            new LockConflictedException("second $method"),
            null,
        ];
    }
    step('conflict, then free: acquireRead(true)', fn () => $lock->acquireRead(true));
    $store->next = [];
    step('release()', fn () => $lock->release());
}
CODE);
?>
--EXPECT--
--- PlainStore
acquire()
  store->save(r)
  = true
isAcquired()
  store->exists(r)
  = false
refresh(5)
  store->putOffExpiration(r, 5)
  = NULL
release()
  store->delete(r)
  store->exists(r)
  = NULL
with a TTL: acquire()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire() again
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire(true)
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead(true)
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: refresh()
  store->putOffExpiration(r, 30)
  = NULL
with a TTL: refresh(60)
  store->putOffExpiration(r, 60)
  = NULL
destructor of an acquired lock
  store->exists(r) with up to 60 s left
  store->delete(r) with up to 60 s left
  store->exists(r) with up to 60 s left
destructor of a lock that was never acquired
  store->save(r)
destructor of a lock that another owner has by now
  store->exists(r)
  store->save(r)
destructor without automatic release
isAcquired() before acquire()
  store->exists(r)
  = true
its destructor
  store->exists(r)
  store->delete(r)
  store->exists(r)
conflict: acquire()
  store->save(r)
  = false
conflict: acquireRead()
  store->save(r)
  = false
conflict, then free: acquire(true)
  store->save(r)
  store->save(r)
  store->save(r)
  = true
conflict, then free: acquireRead(true)
  store->save(r)
  store->save(r)
  store->save(r)
  = true
release()
  store->delete(r)
  store->exists(r)
  = NULL
--- BlockingStore
acquire()
  store->save(r)
  = true
isAcquired()
  store->exists(r)
  = false
refresh(5)
  store->putOffExpiration(r, 5)
  = NULL
release()
  store->delete(r)
  store->exists(r)
  = NULL
with a TTL: acquire()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire() again
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire(true)
  store->waitAndSave(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead(true)
  store->waitAndSave(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: refresh()
  store->putOffExpiration(r, 30)
  = NULL
with a TTL: refresh(60)
  store->putOffExpiration(r, 60)
  = NULL
destructor of an acquired lock
  store->exists(r) with up to 60 s left
  store->delete(r) with up to 60 s left
  store->exists(r) with up to 60 s left
destructor of a lock that was never acquired
  store->save(r)
destructor of a lock that another owner has by now
  store->exists(r)
  store->save(r)
destructor without automatic release
isAcquired() before acquire()
  store->exists(r)
  = true
its destructor
  store->exists(r)
  store->delete(r)
  store->exists(r)
conflict: acquire()
  store->save(r)
  = false
conflict: acquireRead()
  store->save(r)
  = false
conflict, then free: acquire(true)
  store->waitAndSave(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: first waitAndSave
conflict, then free: acquireRead(true)
  store->waitAndSave(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: first waitAndSave
release()
  store->delete(r)
  store->exists(r)
  = NULL
--- SharedStore
acquire()
  store->save(r)
  = true
isAcquired()
  store->exists(r)
  = false
refresh(5)
  store->putOffExpiration(r, 5)
  = NULL
release()
  store->delete(r)
  store->exists(r)
  = NULL
with a TTL: acquire()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire() again
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire(true)
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead()
  store->saveRead(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead(true)
  store->saveRead(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: refresh()
  store->putOffExpiration(r, 30)
  = NULL
with a TTL: refresh(60)
  store->putOffExpiration(r, 60)
  = NULL
destructor of an acquired lock
  store->exists(r) with up to 60 s left
  store->delete(r) with up to 60 s left
  store->exists(r) with up to 60 s left
destructor of a lock that was never acquired
  store->save(r)
destructor of a lock that another owner has by now
  store->exists(r)
  store->save(r)
destructor without automatic release
isAcquired() before acquire()
  store->exists(r)
  = true
its destructor
  store->exists(r)
  store->delete(r)
  store->exists(r)
conflict: acquire()
  store->save(r)
  = false
conflict: acquireRead()
  store->saveRead(r)
  = false
conflict, then free: acquire(true)
  store->save(r)
  store->save(r)
  store->save(r)
  = true
conflict, then free: acquireRead(true)
  store->saveRead(r)
  store->saveRead(r)
  store->saveRead(r)
  = true
release()
  store->delete(r)
  store->exists(r)
  = NULL
--- BlockingSharedStore
acquire()
  store->save(r)
  = true
isAcquired()
  store->exists(r)
  = false
refresh(5)
  store->putOffExpiration(r, 5)
  = NULL
release()
  store->delete(r)
  store->exists(r)
  = NULL
with a TTL: acquire()
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire() again
  store->save(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquire(true)
  store->waitAndSave(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead()
  store->saveRead(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: acquireRead(true)
  store->waitAndSaveRead(r)
  store->putOffExpiration(r, 30)
  = true
with a TTL: refresh()
  store->putOffExpiration(r, 30)
  = NULL
with a TTL: refresh(60)
  store->putOffExpiration(r, 60)
  = NULL
destructor of an acquired lock
  store->exists(r) with up to 60 s left
  store->delete(r) with up to 60 s left
  store->exists(r) with up to 60 s left
destructor of a lock that was never acquired
  store->save(r)
destructor of a lock that another owner has by now
  store->exists(r)
  store->save(r)
destructor without automatic release
isAcquired() before acquire()
  store->exists(r)
  = true
its destructor
  store->exists(r)
  store->delete(r)
  store->exists(r)
conflict: acquire()
  store->save(r)
  = false
conflict: acquireRead()
  store->saveRead(r)
  = false
conflict, then free: acquire(true)
  store->waitAndSave(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: first waitAndSave
conflict, then free: acquireRead(true)
  store->waitAndSaveRead(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: first waitAndSaveRead
release()
  store->delete(r)
  store->exists(r)
  = NULL
The package 7.4 prints the same.
