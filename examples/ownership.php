<?php
/*
 * isAcquired() asks the store whether this lock object still owns the lock. Before the step that cannot be undone, ask.
 * Needs a Redis server:
 *
 *     php -d extension=slock.so examples/ownership.php redis://localhost
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$dsn = $argv[1] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$factory = new LockFactory(new RedisStore($dsn));

$lock = $factory->createLock('payment', ttl: 0.5);
$lock->acquire();
echo 'Acquired: ', $lock->isAcquired() ? 'yes' : 'no', "\n";

usleep(700_000);   // the work took longer than it should have

$other = $factory->createLock('payment', ttl: 30);
echo 'Another owner got the lock meanwhile: ', $other->acquire() ? 'yes' : 'no', "\n";
echo 'Still mine: ', $lock->isAcquired() ? 'yes, book the payment' : 'no, roll back', "\n";

// Releasing what is not mine any more does no harm.
$lock->release();
echo 'Still theirs: ', $other->isAcquired() ? 'yes' : 'no', "\n";
$other->release();
