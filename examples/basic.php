<?php
/*
 * A lock around work that must not run twice at the same time.
 *
 *     php -d extension=slock.so examples/basic.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

// A store is the place where locks are kept; this one uses files below the system's temporary directory.
$factory = new LockFactory(new FlockStore());

// Everybody who uses this name shares this lock.
$lock = $factory->createLock('pdf-creation');

if ($lock->acquire()) {
    echo "I have the lock and make the PDF.\n";

    // Another owner, here in the same process: another lock object of the same name.
    $other = $factory->createLock('pdf-creation');
    echo 'Another owner tries: ', $other->acquire() ? 'got it, too' : 'refused, the lock is taken', ".\n";

    $lock->release();
    echo "I have released the lock.\n";
    echo 'Another owner tries again: ', $other->acquire() ? 'got it' : 'refused', ".\n";
    $other->release();
}
