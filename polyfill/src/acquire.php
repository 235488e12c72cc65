<?php

namespace Slock;

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\LockInterface;
use Symfony\Component\Lock\SharedLockInterface;

// The extension has it, and waits in the store instead of asking again and again.
if (!\function_exists('Slock\acquire')) {
    /**
     * Acquires any lock, waiting until it is free or the time is over.
     *
     * The lock is asked with acquire(false) or acquireRead(false) again and again, after 1 ms at first, in the end every
     * 100 ms, and once more at the end of the time.
     *
     * @param float $timeout seconds to wait at most, by the monotonic clock; 0 tries once, INF waits indefinitely
     * @param bool  $read    acquires for reading; the lock must be a SharedLockInterface
     *
     * @return bool false: another owner has it, and the time is over
     *
     * @throws InvalidArgumentException when $timeout is negative or NaN, and when $read is true and the lock cannot be
     *                                  shared
     * @throws \Throwable               what the lock throws
     */
    function acquire(LockInterface $lock, float $timeout, bool $read = false): bool
    {
        // Not !($timeout >= 0.0): with opcache PHP 8.2 takes that for $timeout < 0.0.
        if (is_nan($timeout) || $timeout < 0.0) {
            throw new InvalidArgumentException(
                'The parameter $timeout must be a number of seconds that is not negative.',
            );
        }
        if ($read && !$lock instanceof SharedLockInterface) {
            throw new InvalidArgumentException(\sprintf(
                'The parameter $read needs a lock that implements %s, and %s does not.',
                SharedLockInterface::class,
                get_debug_type($lock),
            ));
        }

        $deadline = hrtime(true) / 1e9 + $timeout;
        for ($delay = 0.001;; $delay = min(2 * $delay, 0.1)) {
            $begun = hrtime(true) / 1e9;
            if ($read ? $lock->acquireRead(false) : $lock->acquire(false)) {
                return true;
            }
            $now = hrtime(true) / 1e9;
            // The last attempt begins at the end of the time, because the lock may have become free just before it. One
            // that takes long and ends too late is the last, too.
            if ($now >= $deadline && ($begun >= $deadline - 0.001 || $now - $begun >= 0.01)) {
                return false;
            }
            // A tenth more or less, so that many waiters do not march in step. A signal ends usleep().
            $next = min($now + $delay * random_int(90, 110) / 100, $deadline);
            while (($left = $next - hrtime(true) / 1e9) > 0) {
                usleep((int) ceil($left * 1e6));
            }
        }
    }
}
