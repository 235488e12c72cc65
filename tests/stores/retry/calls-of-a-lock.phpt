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
