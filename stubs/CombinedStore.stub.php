<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** One lock on several stores, held when as many of them agree as the strategy wants. */
class CombinedStore implements \Symfony\Component\Lock\SharedLockStoreInterface
{
    /**
     * @param \Symfony\Component\Lock\PersistingStoreInterface[] $stores
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when one of them is no store
     */
    public function __construct(array $stores, \Symfony\Component\Lock\Strategy\StrategyInterface $strategy) {}

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
     * Members that know no read locks are locked for writing.
     *
     * @tentative-return-type
     * @implementation-alias Slock\Store::saveRead
     */
    public function saveRead(\Symfony\Component\Lock\Key $key): void {}

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
