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
    echo "destructor of a lock that somebody else has by now\n";
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
        $store->next[$method] = [new LockConflictedException("first $method"), new LockConflictedException("second $method"), null];
    }
    step('conflict, then free: acquire(true)', fn () => $lock->acquire(true));
    foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead'] as $method) {
        $store->next[$method] = [new LockConflictedException("first $method"), new LockConflictedException("second $method"), null];
    }
    step('conflict, then free: acquireRead(true)', fn () => $lock->acquireRead(true));
    $store->next = [];
    step('release()', fn () => $lock->release());
}
CODE);
?>
