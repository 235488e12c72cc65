<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks on a Redis or Valkey server, by DSN (native client) or through a client object. */
class RedisStore implements \Symfony\Component\Lock\SharedLockStoreInterface
{
    /**
     * @param \Redis|\Relay\Relay|\Relay\Cluster|\RedisArray|\RedisCluster|\Predis\ClientInterface|string $redis a client
     *     object, or a DSN such as redis://localhost, redis://user:password@host:6379/2, redis:///run/redis.sock; with
     *     keep_alive=1 locks that have a TTL are kept alive as long as they are held
     * @param float $initialTtl seconds a lock lives when acquire() names no TTL
     * @param array $options "fencing": acquisitions mint a token, see Slock\fencing_token(); in a DSN
     *     fencing=1. The PHP package ignores it
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException when $initialTtl is not a positive, finite number
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when the DSN is malformed or not supported
     */
    public function __construct(#[\SensitiveParameter] \Redis|\Relay\Relay|\Relay\Cluster|\RedisArray|\RedisCluster|\Predis\ClientInterface|string $redis, float $initialTtl = 300.0, array $options = []) {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

    /**
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
