<?php
/*
 * A lock that expires by itself, so that a process that dies cannot keep it indefinitely, and that is refreshed while
 * the work goes on. Needs a Redis server:
 *
 *     php -d extension=slock.so examples/expiring.php redis://localhost
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$dsn = $argv[1] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$factory = new LockFactory(new RedisStore($dsn));

// At most 30 seconds, then the server frees the lock.
$lock = $factory->createLock('charts-generation', ttl: 30);

if (!$lock->acquire()) {
    exit("Another process makes the charts.\n");
}
try {
    foreach (['first', 'second', 'third'] as $part) {
        echo "The $part chart, with up to ", ceil($lock->getRemainingLifetime()), " s left.\n";

        // From now on it is 30 seconds again.
        $lock->refresh();
    }

    // A long step follows: ten minutes this time, and only this time.
    $lock->refresh(600);
    echo 'A long step, with up to ', ceil($lock->getRemainingLifetime()), " s left.\n";

    // Another refresh() without an argument goes back to the lock's own 30 seconds.
    $lock->refresh();
    echo 'Back to up to ', ceil($lock->getRemainingLifetime()), " s.\n";

    // A shorter time is fine as well. When it is over, the lock is gone.
    $lock->refresh(0.2);
    usleep(300_000);
    echo 'Expired: ', $lock->isExpired() ? 'yes' : 'no', '. Acquired: ', $lock->isAcquired() ? 'yes' : 'no', ".\n";
} finally {
    $lock->release();
}
