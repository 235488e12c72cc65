<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Makes any store one that waits: it tries again and again, up to a number of times. */
class RetryTillSaveStore implements \Symfony\Component\Lock\BlockingStoreInterface
{
    /**
     * @param int $retrySleep milliseconds between two attempts, give or take a tenth
     * @param int $retryCount attempts; there is always one
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when a number is negative
     */
    public function __construct(\Symfony\Component\Lock\PersistingStoreInterface $decorated, int $retrySleep = 100, int $retryCount = PHP_INT_MAX) {}

    /**
     * @param object $logger any object with the methods of PSR-3
     * @tentative-return-type
     * @implementation-alias Slock\Store::setLogger
     */
    public function setLogger(\Psr\Log\LoggerInterface $logger): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @throws \Symfony\Component\Lock\Exception\LockConflictedException when the last attempt was refused, too
     * @tentative-return-type
     * @implementation-alias Slock\Store::waitAndSave
     */
    public function waitAndSave(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::putOffExpiration
     */
    public function putOffExpiration(\Symfony\Component\Lock\Key $key, float $ttl): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::delete
     */
    public function delete(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::exists
     */
    public function exists(\Symfony\Component\Lock\Key $key): bool {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::__serialize
     */
    public function __serialize(): array {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::__unserialize
     */
    public function __unserialize(array $data): void {}
}
