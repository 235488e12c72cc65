<?php
/*
 * A fork copies the lock object. Its destructor runs in both processes, so the lock is released as soon as one of them
 * finishes. (autoRelease: false leaves it to you, and the setting slock.fork_release = 0 to the process that acquired.)
 *
 *     php -d extension=slock.so examples/fork.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$factory = new LockFactory(new FlockStore());
$isFree = function () use ($factory): string {
    $probe = $factory->createLock('sync');

    return $probe->acquire() ? 'free' : 'taken';
};

$lock = $factory->createLock('sync');
$lock->acquire();

$child = pcntl_fork();
if (0 === $child) {
    echo 'child:  the lock is ', $isFree(), ", and I finish\n";
    exit;
}

pcntl_waitpid($child, $status);
echo 'parent: the child has finished; the lock is ', $isFree(), "\n";
