<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks in a MongoDB collection, by connection URI (native client) or through a client object. */
class MongoDbStore implements \Symfony\Component\Lock\PersistingStoreInterface
{
    /**
     * @param \MongoDB\Collection|\MongoDB\Database|\MongoDB\Client|\MongoDB\Driver\Manager|string $mongo a client object, or
     *     a URI such as mongodb://user:password@host/database?collection=locks
     * @param array $options gcProbability: how likely save() creates the TTL index, 0.0 to 1.0 [0.001]; database;
     *     collection; uriOptions and driverOptions: arrays, used with a URI; fencing: acquisitions mint a token, see
     *     Slock\fencing_token(), in a URI fencing=1. The PHP package ignores it
     * @param float $initialTtl seconds a lock lives when acquire() names no TTL
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException when $initialTtl is not a positive, finite number
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when an option or the URI is missing or malformed
     */
    public function __construct(#[\SensitiveParameter] \MongoDB\Collection|\MongoDB\Database|\MongoDB\Client|\MongoDB\Driver\Manager|string $mongo, #[\SensitiveParameter] array $options = [], float $initialTtl = 300.0) {}

    /**
     * Creates the index that lets the server remove expired locks.
     *
     * @tentative-return-type
     * @param int $expireAfterSeconds how long after their end
     */
    public function createTtlIndex(int $expireAfterSeconds = 0): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

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
     * @throws \Exception always: a connection cannot be serialized
     * @tentative-return-type
     * @implementation-alias Slock\Store::__serialize
     */
    public function __serialize(): array {}

    /**
     * @throws \Exception always: a connection cannot be serialized
     * @tentative-return-type
     * @implementation-alias Slock\Store::__unserialize
     */
    public function __unserialize(array $data): void {}

    /**
     * What var_dump() and dump() show: where the locks are, and no password.
     *
     * @return array<string, mixed>
     * @implementation-alias Slock\Store::__debugInfo
     */
    public function __debugInfo() {}
}
