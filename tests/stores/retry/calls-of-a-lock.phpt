--TEST--
A lock on a RetryTillSaveStore in front of a store written in PHP: calls are those of the package 5.4
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 5.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

function step(string $what, callable $f): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n";
}

foreach (['PlainStore', 'SharedStore', 'BlockingStore'] as $class) {
    echo "--- $class\n";
    $inner = new $class('inner');
    $inner->always['exists'] = true;
    $lock = new Lock(new Key('r'), new RetryTillSaveStore($inner, 0, 2), 600);
    step('acquire', fn () => $lock->acquire());
    step('acquire(true)', fn () => $lock->acquire(true));
    step('acquireRead', fn () => $lock->acquireRead());
    step('acquireRead(true)', fn () => $lock->acquireRead(true));
    step('isAcquired', fn () => $lock->isAcquired());
    step('refresh(60)', fn () => $lock->refresh(60));
    step('release, still there', fn () => $lock->release());
    $inner->always['exists'] = false;
    step('release', fn () => $lock->release());
    $inner->next['save'] = [new LockConflictedException('a'), null, new LockConflictedException('b')];
    step('acquire(true), the second attempt', fn () => $lock->acquire(true));
    step('acquire', fn () => $lock->acquire());
    $inner->next['putOffExpiration'] = [new LockConflictedException('c')];
    step('acquire, the TTL is refused', fn () => $lock->acquire());
    step('acquire', fn () => $lock->acquire());
    $inner->next['exists'] = [true, false];
    step('destructor', function () use (&$lock) { $lock = null; });
}
CODE, '5.4');
?>
--EXPECT--
--- PlainStore
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
isAcquired
  inner->exists(r)
  = true
refresh(60)
  inner->putOffExpiration(r, 60)
  = NULL
release, still there
  inner->delete(r)
  inner->exists(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release
  inner->delete(r)
  inner->exists(r)
  = NULL
acquire(true), the second attempt
  inner->save(r)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire
  inner->save(r)
  = false
acquire, the TTL is refused
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = false
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
destructor
  inner->exists(r)
  inner->delete(r)
  inner->exists(r)
  = NULL
--- SharedStore
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
isAcquired
  inner->exists(r)
  = true
refresh(60)
  inner->putOffExpiration(r, 60)
  = NULL
release, still there
  inner->delete(r)
  inner->exists(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release
  inner->delete(r)
  inner->exists(r)
  = NULL
acquire(true), the second attempt
  inner->save(r)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire
  inner->save(r)
  = false
acquire, the TTL is refused
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = false
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
destructor
  inner->exists(r)
  inner->delete(r)
  inner->exists(r)
  = NULL
--- BlockingStore
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquireRead(true)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
isAcquired
  inner->exists(r)
  = true
refresh(60)
  inner->putOffExpiration(r, 60)
  = NULL
release, still there
  inner->delete(r)
  inner->exists(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release
  inner->delete(r)
  inner->exists(r)
  = NULL
acquire(true), the second attempt
  inner->save(r)
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
acquire
  inner->save(r)
  = false
acquire, the TTL is refused
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = false
acquire
  inner->save(r)
  inner->putOffExpiration(r, 600)
  = true
destructor
  inner->exists(r)
  inner->delete(r)
  inner->exists(r)
  = NULL
The package 5.4 prints the same.
