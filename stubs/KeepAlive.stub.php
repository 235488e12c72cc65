<?php

/** @generate-class-entries */

namespace Slock;

/**
 * Renews a lock for as long as this object lives, so that a long job does not lose it.
 *
 * The lock is renewed when a third of its TTL has passed, give or take a tenth. Locks of Redis and Memcached by DSN
 * are renewed by a thread, whatever PHP does meanwhile. All others are renewed at the engine's interrupts, where signal
 * handlers run as well: between two opcodes, and while the extension waits. Functions that block in the system or in
 * another extension (sleep(), a long query) put that off until they return: choose a TTL that is longer than the longest
 * of them.
 *
 * A lock is lost when its store says that this owner does not have it, when its lifetime ran out by the monotonic clock,
 * or when $maxLifetime is over. It is never taken again; isExpired() of a Lock of the extension is true from then on. The
 * next interrupt calls $onLost, or, where there is none, throws a Slock\Exception\LockLostException into whatever is
 * running. A renewal that fails for another reason is tried again until the lifetime runs out.
 *
 * In a process that was forked off it does nothing.
 *
 * @strict-properties
 * @not-serializable
 */
final class KeepAlive
{
    /**
     * @param \Symfony\Component\Lock\LockInterface $lock acquired; one that does not expire is not renewed
     * @param float|null $ttl seconds, for each renewal; null: the lock's own TTL, or what a lock of another class takes by
     *     itself
     * @param float|null $maxLifetime seconds from now, after which the lock counts as lost; null: no end
     * @param \Closure|null $onLost called once with the lock and the LockLostException, in the place of a throw
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when there is no TTL, when $maxLifetime is not a
     *     positive, finite number, and when the lock is one of the extension and not acquired
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException when $ttl is not a positive, finite number
     */
    public function __construct(\Symfony\Component\Lock\LockInterface $lock, ?float $ttl = null, ?float $maxLifetime = null, ?\Closure $onLost = null) {}

    /** Whether the lock is lost, as far as is known. Asks nobody. */
    public function isLost(): bool {}

    /** Ends the renewals; the lock stays as it is. */
    public function stop(): void {}
}
