<?php

/** @generate-class-entries */

namespace Slock;

/**
 * Acquires any lock, waiting until it is free or the time is over.
 *
 * A Lock of the extension waits as its acquire(true, $timeout) or acquireRead(true, $timeout). Any other lock is asked
 * with acquire(false) or acquireRead(false) again and again, after 1 ms at first, in the end every slock.poll_interval,
 * and once more at the end of the time. Signal handlers run meanwhile; what they throw ends the wait.
 *
 * The package slock/polyfill has the same function for the PHP package, whose acquire() ignores a second argument.
 *
 * @param float $timeout seconds to wait at most, by the monotonic clock; 0 tries once, INF waits indefinitely
 * @param bool $read acquires for reading; the lock must be a SharedLockInterface
 * @return bool false: another owner has it, and the time is over
 * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when $timeout is negative or NaN, and when $read is
 *     true and the lock cannot be shared
 * @throws \Throwable what the lock throws
 * @implementation-alias Slock_acquire
 */
function acquire(\Symfony\Component\Lock\LockInterface $lock, float $timeout, bool $read = false): bool {}
