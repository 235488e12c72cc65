<?php
/*
 * acquire(true) waits until the lock is free.
 *
 *     php -d extension=slock.so examples/blocking.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$factory = new LockFactory(new FlockStore());

// Two processes, each with a lock object of its own. (fork.php shows what happens to a lock that is already acquired.)
[$readEnd, $writeEnd] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$child = pcntl_fork();
if (0 === $child) {
    $lock = $factory->createLock('invoice-run');
    $lock->acquire();
    echo "child:  has the lock and works for a third of a second\n";
    fwrite($writeEnd, "go\n");
    usleep(333_000);
    echo "child:  releases the lock\n";
    $lock->release();
    exit;
}

fgets($readEnd);
$lock = $factory->createLock('invoice-run');
echo 'parent: acquire() says ', $lock->acquire() ? 'yes' : 'no', " and returns at once\n";
echo "parent: acquire(true) waits ...\n";
$lock->acquire(true);
echo "parent: has the lock now\n";
$lock->release();
pcntl_waitpid($child, $status);
