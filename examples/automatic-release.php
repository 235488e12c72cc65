<?php
/*
 * A lock is released when its object goes away: at the end of a function, by unset(), at the end of the script.
 *
 *     php -d extension=slock.so examples/automatic-release.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$factory = new LockFactory(new FlockStore());
$isFree = function () use ($factory): string {
    $probe = $factory->createLock('cleanup');

    return $probe->acquire() ? 'free' : 'taken';
};

function cleanup(LockFactory $factory, callable $isFree): void
{
    $lock = $factory->createLock('cleanup');
    $lock->acquire();
    echo 'Inside the function the lock is ', $isFree(), ".\n";
}

cleanup($factory, $isFree);
echo 'After the function it is ', $isFree(), ".\n";

$lock = $factory->createLock('cleanup');
$lock->acquire();
echo 'With the object in a variable it is ', $isFree(), ".\n";
unset($lock);
echo 'After unset() it is ', $isFree(), ".\n";
