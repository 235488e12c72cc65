--TEST--
A lock's methods as callbacks that get arguments: signal handlers, shutdown functions, event listeners, array functions
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('package 7.4');
if (PHP_DEBUG) die(
    'skip a debug build of PHP ends the process when an internal method takes more arguments than it declares'
); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\Store\InMemoryStore;

$store = new InMemoryStore();
$lock = (new LockFactory($store))->createLock('r', 30, false);
$other = (new LockFactory($store))->createLock('r', 30, false);

$lock->acquire();
pcntl_signal(SIGUSR1, [$lock, 'release']);
posix_kill(getmypid(), SIGUSR1);
pcntl_signal_dispatch();
echo show($other->acquire()), " after a signal\n";

$listener = [$other, 'release'];
$listener('event', 'name of it', new stdClass());
echo show($lock->acquire()), " after an event\n";

call_user_func_array($lock->release(...), [1, 2, 3]);
echo show($other->acquire()), " after a call of a closure\n";

// As the handler of a signal it is given the signal's number for $blocking, and what is known of the signal.
foreach (['acquire', 'acquireRead'] as $method) {
    $other->release();
    pcntl_signal(SIGUSR2, [$lock, $method]);
    posix_kill(getmypid(), SIGUSR2);
    pcntl_signal_dispatch();
    echo show([$lock->isAcquired(), $other->acquire()]), " $method() after a signal\n";
    $lock->release();
    echo show($other->acquire()), " and let go\n";
}

echo show(array_map([new NoLock(), 'isAcquired'], [1, 2])), " of no lock\n";
echo show(array_map([$other, 'isAcquired'], [1, 2])), " for each\n";
echo show($other->getRemainingLifetime('anything')), " lifetime\n";

register_shutdown_function([$other, 'release'], 'with', 'arguments');
register_shutdown_function(function () use ($lock) {
    echo show($lock->acquire()), " after the end\n";
});
CODE, extensions: ['pcntl', 'posix']);
?>
--EXPECT--
true after a signal
true after an event
true after a call of a closure
[true, false] acquire() after a signal
true and let go
[true, false] acquireRead() after a signal
true and let go
[true, true] of no lock
[true, true] for each
NULL lifetime
true after the end
The package 7.4 prints the same.
