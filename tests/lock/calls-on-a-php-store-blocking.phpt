--TEST--
A store that blocks, written in PHP, gets the calls of the PHP package, in its order
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/calls.inc"; calls(BlockingStore::class);');
?>
--EXPECT--
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
The package 7.4 prints the same.
