<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock;

/**
 * A lock on the resource of a Key, kept in a store.
 *
 * @strict-properties
 */
final class Lock implements SharedLockInterface, \Psr\Log\LoggerAwareInterface
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

    public function acquire(bool $blocking = false): bool {}

    public function acquireRead(bool $blocking = false): bool {}

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
