<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks on Memcached servers, by DSN (native client) or through a \Memcached object. */
class MemcachedStore implements \Symfony\Component\Lock\PersistingStoreInterface
{
    /**
     * Whether the native client is built in, or the PHP extension memcached is loaded.
     *
     * @tentative-return-type
     */
    public static function isSupported(): bool {}

    /**
     * @param \Memcached|string $memcached a client object, or a DSN such as memcached://localhost,
     *     memcached:///run/memcached.sock, memcached:?host[one:11211]&host[two:11211]=3,
     *     memcached://localhost?protocol=binary
     * @param int $initialTtl seconds a lock lives when acquire() names no TTL, at least 1
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when $initialTtl is below 1, or the DSN is
     *     malformed or not supported
     */
    public function __construct(#[\SensitiveParameter] \Memcached|string $memcached, int $initialTtl = 300) {}

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
