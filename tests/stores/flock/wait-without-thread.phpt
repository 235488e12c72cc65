--TEST--
FlockStore: where no thread can be made, it waits all the same
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

pcntl_async_signals(true);
$directory = temporary_directory();
$make = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')';
$store = new FlockStore($directory);

/** One more file can be opened by $f, and nothing that a thread needs. */
function without_descriptors(callable $f): mixed
{
    $limits = posix_getrlimit();
    for ($free = 0; is_link("/proc/self/fd/$free"); ++$free) {
    }
    posix_setrlimit(POSIX_RLIMIT_NOFILE, $free + 1, $limits['hard openfiles']);
    try {
        return $f();
    } finally {
        posix_setrlimit(POSIX_RLIMIT_NOFILE, $limits['soft openfiles'], $limits['hard openfiles']);
    }
}

$holder = holder($make, 'r');
pcntl_signal(SIGUSR1, function () use (&$threads, $holder) {
    $threads = stat('/proc/self/task')['nlink'] - 2;
    $holder->say('usleep(100_000); echo now(), "\n"; $lock->release();');
});
$signal = signals(getmypid(), 1, 0.2);
$key = new Key('r');
without_descriptors(fn () => $store->waitAndSave($key));
same('not before it is free', true, now() >= (float) $holder->hear());
same('held', true, $store->exists($key));
same('signals on the way, and no other thread', 1, $threads);
$store->delete($key);
$holder->finish();
$signal->finish();

$holder = holder($make, 'r');
$wait = fn () => without_descriptors(fn () => $store->waitAndSave($key));
raises('an exception', Interrupted::class, 'enough', fn () => interrupted($wait));
same('not held', false, $store->exists($key));
same('nothing is open', [], open_files($directory));
?>
--EXPECT--
ok: another process holds the lock
ok: not before it is free
ok: held
ok: signals on the way, and no other thread
ok: another process holds the lock
ok: an exception
ok: not held
ok: nothing is open
