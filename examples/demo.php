<?php
/*
 * Two processes want the same lock: one gets it, the other waits, and the lock passes on. Needs nothing but the
 * extension; the lock is a file in the system's temporary directory.
 *
 *     php -d extension=slock.so examples/demo.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

/** One line of output, with the time since the demonstration began. */
function say(string $who, string $what): void
{
    printf("%5.2f s  %-9s %s\n", microtime(true) - START, $who, $what);
}

/** What both processes do. */
function work(string $who, string $directory): void
{
    $factory = new LockFactory(new FlockStore($directory));
    $lock = $factory->createLock('nightly-report');

    say($who, 'wants the lock "nightly-report"');
    if (!$lock->acquire()) {
        say($who, 'it is taken; waits until it is free ...');
        $lock->acquire(true);
    }
    say($who, 'HAS THE LOCK and works for a second');
    // Only one process can make it: so they notice if both are here.
    $alone = @mkdir("$directory/at-work");
    sleep(1);
    $alone ? rmdir("$directory/at-work") : touch("$directory/both");
    say($who, 'has finished and releases the lock');
    $lock->release();
}

/** The file that the extension was loaded from, so that a second PHP can load the same. */
function module(): string
{
    preg_match('~ (/\S*/slock\.so)$~m', (string) @file_get_contents('/proc/self/maps'), $match);

    return $match[1] ?? 'slock';
}

if (!extension_loaded('slock')) {
    exit("The extension slock is not loaded. Start me with: php -d extension=slock.so examples/demo.php\n");
}

// Started below, for the second process, where PHP cannot fork.
if (4 === $argc) {
    define('START', (float) $argv[2]);
    usleep(400_000);   // so that the first process comes first
    work($argv[1], $argv[3]);
    exit;
}

define('START', microtime(true));
$directory = sys_get_temp_dir().'/slock-demo-'.getmypid();

echo 'slock ', phpversion('slock'), ": two processes, one lock\n\n";

if (function_exists('pcntl_fork')) {
    $child = pcntl_fork();
    if (0 === $child) {
        usleep(400_000);   // so that the first process comes first
        work('process 2', $directory);
        exit;
    }
    work('process 1', $directory);
    pcntl_waitpid($child, $status);
} else {
    $php = [PHP_BINARY, '-n', '-d', 'extension_dir='.ini_get('extension_dir'), '-d', 'extension='.module()];
    $child = proc_open([...$php, __FILE__, 'process 2', (string) START, $directory], [], $pipes);
    work('process 1', $directory);
    proc_close($child);
}

$both = file_exists("$directory/both");
array_map('unlink', glob("$directory/*"));
rmdir($directory);
if ($both) {
    throw new Error('Both processes had the lock at the same time.');
}

echo "\nAt no time did both have it.\n";
