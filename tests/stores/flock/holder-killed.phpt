--TEST--
FlockStore: a killed holder holds nothing any more, whatever processes it has started
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
$make = 'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')';
$lock = lock_on(new FlockStore($directory), 'r');

foreach (['acquire()', 'acquireRead()', 'acquire(true)'] as $call) {
    $holder = holder($make, 'r', $call);
    same("$call: another owner", false, $lock->acquire());
    // A process that lives on, with no open file but its own.
    $holder->say(
        '$process = proc_open([PHP_BINARY, "-n", "-r", "sleep(60);"], [["file", "/dev/null", "r"], ["file", '
            .'"/dev/null", "w"], ["file", "/dev/null", "w"]], $pipes); echo proc_get_status($process)["pid"], "\n";',
    );
    $pid = (int) $holder->hear();
    check(
        "$call: it lives",
        $pid > 0 && eventually(fn () => str_contains((string) @file_get_contents("/proc/$pid/cmdline"), 'sleep(60)')),
    );
    same("$call: without the lock file", [], open_files($directory, $pid));
    $holder->kill();
    $holder->finish();
    check("$call: it lives on", is_dir("/proc/$pid"));
    same("$call: the lock is free", true, $lock->acquire());
    $lock->release();
    exec("kill -9 $pid");
}

// Another one waits while the holder is killed.
$holder = holder($make, 'r');
$waiter = waiter($make, 'r');
usleep(100_000);
$killed = now();
$holder->kill();
between('seconds until the next owner has it', 0, 5, (float) $waiter->hear() - $killed);
same('the next owner', false, $lock->acquire());
$waiter->say('$lock->release();');
$waiter->finish();
same('free', true, $lock->acquire());

// A waiter that is killed was never there.
$waiter = waiter($make, 'r');
usleep(100_000);
$waiter->kill();
$waiter->finish();
$lock->release();
same('not taken by a dead one', true, $lock->acquire());
?>
--EXPECT--
ok: another process holds the lock
ok: acquire(): another owner
ok: acquire(): it lives
ok: acquire(): without the lock file
ok: acquire(): it lives on
ok: acquire(): the lock is free
ok: another process holds the lock
ok: acquireRead(): another owner
ok: acquireRead(): it lives
ok: acquireRead(): without the lock file
ok: acquireRead(): it lives on
ok: acquireRead(): the lock is free
ok: another process holds the lock
ok: acquire(true): another owner
ok: acquire(true): it lives
ok: acquire(true): without the lock file
ok: acquire(true): it lives on
ok: acquire(true): the lock is free
ok: another process holds the lock
ok: seconds until the next owner has it
ok: the next owner
ok: free
ok: not taken by a dead one
