--TEST--
A logger that throws during acquireRead() on a store without readers: what it throws is treated as with the PHP packages, at each record
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$code = 'require "'.__DIR__.'/../inc/stores.inc"; require "'.__DIR__.'/../inc/logger.inc"; '
    .'require "'.__DIR__.'/throwing-logger.inc";'.<<<'CODE'

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

// By record: the first one is that of the fallback, then come those of the write lock, and of acquireRead() itself.
$full = new RuntimeException('disk full');
$plans = [
    'at 1' => [$full],
    'at 1 and 2' => [$full, new LogicException('again')],
    'at 2' => [null, $full],
    'at 2 and 3' => [null, $full, new LogicException('again')],
    'a conflict at 1' => [new LockConflictedException('of the logger')],
    'a conflict at 2' => [null, new LockConflictedException('of the logger')],
    'an Error at 1' => [new Error('engine')],
    'an Error at 2' => [null, new Error('engine')],
];
$stores = ['free' => null, 'held' => new LockConflictedException('held'), 'down' => new LockStorageException('down')];
foreach ($stores as $state => $failure) {
    foreach ($plans as $plan => $throw) {
        foreach ([false, true] as $waits) {
            $store = new BlockingStore();
            $store->quiet = true;
            $store->next[$waits ? 'waitAndSave' : 'save'] = [$failure];
            $lock = new Lock(new Key('r'), $store, null, false);
            $lock->setLogger($logger = new ThrowingLogger());
            $logger->throw = $throw;
            echo "$state, $plan", $waits ? ', waiting' : '', ': ', outcome(fn () => $lock->acquireRead($waits)),
                ' [', implode(' ', $logger->levels()), ']', "\n";
        }
    }
}
// An exception's trace has the arguments of the logger's method, among which are exceptions.
gc_collect_cycles();
CODE;
$here = Child::start($code)->finish();
foreach (['5.4', '6.4', '7.4'] as $line) {
    same("the package $line says the same", Child::start($code, $line)->finish(), $here);
}
foreach (
    [
        'free, at 1' => 'Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- '
            .'RuntimeException: disk full [debug notice]',
        'free, at 1 and 2' => 'LogicException: again [debug notice]',
        'free, a conflict at 1' => 'false [debug info]',
        'free, a conflict at 1, waiting' =>
            'Symfony\Component\Lock\Exception\LockConflictedException: of the logger [debug info]',
        'held, at 2' => 'Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- '
            .'RuntimeException: disk full [debug info notice]',
        'free, an Error at 1' => 'Error: engine [debug]',
    ] as $what => $says
) {
    check($what, str_contains("\n$here", "\n$what: $says\n"), $here);
}
?>
--EXPECT--
ok: the package 5.4 says the same
ok: the package 6.4 says the same
ok: the package 7.4 says the same
ok: free, at 1
ok: free, at 1 and 2
ok: free, a conflict at 1
ok: free, a conflict at 1, waiting
ok: held, at 2
ok: free, an Error at 1
