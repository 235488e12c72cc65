<?php
/*
 * Work in small steps that refreshes its lock only when little time is left, and that stops when the lock is lost.
 * Needs a Redis server:
 *
 *     php -d extension=slock.so examples/remaining-lifetime.php redis://localhost
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$dsn = $argv[1] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$factory = new LockFactory(new RedisStore($dsn));

$lock = $factory->createLock('import', ttl: 3);
$lock->acquire();

$refreshed = 0;
for ($step = 1; $step <= 20; ++$step) {
    // A third of the time left is the moment to ask for more.
    if ($lock->getRemainingLifetime() <= 2) {
        if ($lock->isExpired()) {
            throw new RuntimeException('The lock was lost: undo the work.');
        }
        $lock->refresh();
        ++$refreshed;
    }
    usleep(100_000);   // the work
}
$lock->release();

echo "20 steps done within one lock, refreshed ", $refreshed > 0 ? 'in time' : 'never', ".\n";
