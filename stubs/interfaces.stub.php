<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock {

/** A lock on one resource. All durations are seconds. */
interface LockInterface
{
    /**
     * @param bool $blocking wait until the lock is free
     * @return bool false when another owner holds the lock, and only then
     * @throws Exception\LockConflictedException in blocking mode, when the store gave up waiting
     * @throws Exception\LockAcquiringException when the store failed
     * @tentative-return-type
     */
    public function acquire(bool $blocking = false): bool;

    /**
     * @param float|null $ttl seconds from now; null: the TTL the lock was made with
     * @throws Exception\LockConflictedException when another owner holds the lock by now
     * @throws Exception\LockAcquiringException when the store failed
     * @tentative-return-type
     */
    public function refresh(?float $ttl = null): void;

    /** @tentative-return-type */
    public function isAcquired(): bool;

    /**
     * @throws Exception\LockReleasingException
     * @tentative-return-type
     */
    public function release(): void;

    /** @tentative-return-type */
    public function isExpired(): bool;

    /**
     * Seconds; null when the lock does not expire.
     *
     * @tentative-return-type
     */
    public function getRemainingLifetime(): ?float;
}

/** A lock that several readers or one writer can hold. */
interface SharedLockInterface extends LockInterface
{
    /**
     * @throws Exception\LockConflictedException in blocking mode, when the store gave up waiting
     * @throws Exception\LockAcquiringException when the store failed
     * @tentative-return-type
     */
    public function acquireRead(bool $blocking = false): bool;
}

/** Where locks are kept. Only the key that acquired a lock can refresh or release it. */
interface PersistingStoreInterface
{
    /**
     * @throws Exception\LockAcquiringException
     * @throws Exception\LockConflictedException when another key holds the lock
     * @tentative-return-type
     */
    public function save(Key $key): void;

    /**
     * Does nothing when another key holds the lock.
     *
     * @throws Exception\LockReleasingException
     * @tentative-return-type
     */
    public function delete(Key $key): void;

    /**
     * Whether this very key holds the lock.
     *
     * @tentative-return-type
     */
    public function exists(Key $key): bool;

    /**
     * @param float $ttl seconds from now
     * @throws Exception\LockConflictedException when another key holds the lock
     * @tentative-return-type
     */
    public function putOffExpiration(Key $key, float $ttl): void;
}

/** A store that can wait by itself until the lock is free. */
interface BlockingStoreInterface extends PersistingStoreInterface
{
    /**
     * @throws Exception\LockConflictedException
     * @tentative-return-type
     */
    public function waitAndSave(Key $key): void;
}

/** A store that knows shared (read) locks. */
interface SharedLockStoreInterface extends PersistingStoreInterface
{
    /**
     * @throws Exception\LockConflictedException when another key holds the lock for writing
     * @tentative-return-type
     */
    public function saveRead(Key $key): void;
}

/** A store that can wait by itself until a shared lock is free. */
interface BlockingSharedLockStoreInterface extends SharedLockStoreInterface
{
    /**
     * @throws Exception\LockConflictedException
     * @tentative-return-type
     */
    public function waitAndSaveRead(Key $key): void;
}

/** The name stores implemented before PersistingStoreInterface and BlockingStoreInterface were split. */
interface StoreInterface extends PersistingStoreInterface, BlockingStoreInterface
{
}

}

namespace Symfony\Component\Lock\Strategy {

/** Decides how many members of a CombinedStore must agree. */
interface StrategyInterface
{
    /**
     * Whether this many successes are enough.
     *
     * @tentative-return-type
     */
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool;

    /**
     * Whether the quorum can still be reached after this many failures.
     *
     * @tentative-return-type
     */
    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool;
}

}
