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

/**
 * The fencing token of the owner that this lock or key became when it was acquired last: a number that only grows from
 * owner to owner of one resource.
 *
 * Hand it to what the lock protects with each write, and let that refuse a number below the greatest it has seen: then
 * an owner that was stopped for longer than its lock lived does no harm (docs/fencing.md). Nobody is asked: who has lost
 * the lock without noticing still has its token, which is what it is for.
 *
 * @return int|null null: the store mints none, which must be asked for (fencing=1); or nothing was acquired, or it was
 *     released; or it is a lock of another class, whose key nobody can see
 * @implementation-alias Slock_fencing_token
 */
function fencing_token(\Symfony\Component\Lock\LockInterface|\Symfony\Component\Lock\Key $lock): ?int {}
