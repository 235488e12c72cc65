<?php
/*
 * With autoRelease: false a lock outlives its object and the process, until someone releases it or it expires.
 * Here: a task that must not run again within two seconds, whoever starts it. Needs a Redis server:
 *
 *     php -d extension=slock.so examples/no-automatic-release.php redis://localhost
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$dsn = $argv[1] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$factory = new LockFactory(new RedisStore($dsn));

function sendReport(LockFactory $factory): string
{
    $lock = $factory->createLock('report-was-sent', ttl: 2, autoRelease: false);

    return $lock->acquire() ? 'sends the report' : 'does nothing, the report was sent a moment ago';
}

echo 'First call:  ', sendReport($factory), "\n";
echo 'Second call: ', sendReport($factory), "\n";
usleep(2_200_000);
echo 'Two seconds later: ', sendReport($factory), "\n";
