<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock;

/** Makes locks on one store. */
class LockFactory
{
    public function __construct(PersistingStoreInterface $store) {}

    /**
     * @param object $logger any object with the methods of PSR-3
     * @tentative-return-type
     */
    public function setLogger(\Psr\Log\LoggerInterface $logger): void {}

    /**
     * @param string $resource any bytes
     * @param float|null $ttl seconds the lock is expected to be held at most; null or 0: no TTL of its own
     * @param bool $autoRelease release when the lock object is destroyed
     * @return SharedLockInterface declared wider, for subclasses and test doubles written for 5.4 and 6.4
     * @throws Exception\InvalidTtlException when $ttl is negative, NaN or infinite
     * @tentative-return-type
     */
    public function createLock(string $resource, ?float $ttl = 300.0, bool $autoRelease = true): LockInterface {}

    /**
     * @return SharedLockInterface the same
     * @throws Exception\InvalidTtlException when $ttl is negative, NaN or infinite
     * @tentative-return-type
     */
    public function createLockFromKey(Key $key, ?float $ttl = 300.0, bool $autoRelease = true): LockInterface {}

    /** @tentative-return-type */
    public function __serialize(): array {}

    /** @tentative-return-type */
    public function __unserialize(array $data): void {}
}
