--TEST--
Unusual names in messages, and serialize() of a lock: as the PHP package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/step.inc";'.<<<'CODE'

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

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
