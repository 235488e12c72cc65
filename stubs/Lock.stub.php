<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock;

/**
 * A lock on the resource of a Key, kept in a store.
 *
 * @strict-properties
 */
final class Lock implements SharedLockInterface
{
    /**
     * @param float|null $ttl seconds the lock is expected to be held at most; null or 0: no TTL of its own
     * @param bool $autoRelease release when the object is destroyed
     * @throws Exception\InvalidTtlException when $ttl is negative, NaN or infinite
     */
    public function __construct(Key $key, PersistingStoreInterface $store, ?float $ttl = null, bool $autoRelease = true) {}

    /** @throws \BadMethodCallException always */
    public function __serialize(): array {}

    /** @throws \BadMethodCallException always */
    public function __unserialize(array $data): void {}

    public function __destruct() {}

    /** @param object $logger any object with the methods of PSR-3 */
    public function setLogger(\Psr\Log\LoggerInterface $logger): void {}

    /**
     * @param bool $blocking wait until the lock is free
     * @param float|null $timeout with $blocking, seconds to wait at most, by the monotonic clock; null: indefinitely. 0 tries
     *     once. At the end of the time the answer is false and nothing is left behind.
     * @throws Exception\InvalidArgumentException when $timeout is negative, NaN, or given without $blocking
     */
    public function acquire(bool $blocking = false, ?float $timeout = null): bool {}

    /**
     * @param bool $blocking wait until no writer holds the lock
     * @param float|null $timeout as for acquire()
     * @throws Exception\InvalidArgumentException when $timeout is negative, NaN, or given without $blocking
     */
    public function acquireRead(bool $blocking = false, ?float $timeout = null): bool {}

    /** @throws Exception\InvalidTtlException when $ttl is negative, NaN or infinite */
    public function refresh(?float $ttl = null): void {}

    public function isAcquired(): bool {}

    /** @throws Exception\LockReleasingException */
    public function release(): void {}

    public function isExpired(): bool {}

    public function getRemainingLifetime(): ?float {}

    /** The moment of expiry by the system clock; null when the lock does not expire. Kept from older versions. */
    public function getExpiringDate(): ?\DateTimeImmutable {}
}
