<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks as ephemeral nodes of a ZooKeeper ensemble, by DSN (native client) or through a \Zookeeper object. */
class ZookeeperStore implements \Symfony\Component\Lock\PersistingStoreInterface
{
    /**
     * @param \Zookeeper|string $zookeeper a client object, or a DSN such as zookeeper://host1,host2:2181
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when the DSN is malformed or not supported
     */
    public function __construct(#[\SensitiveParameter] \Zookeeper|string $zookeeper) {}

    /**
     * What the constructor takes: a client object where the class \Zookeeper exists, else the DSN itself.
     *
     * @tentative-return-type
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when the DSN is malformed
     */
    public static function createConnection(#[\SensitiveParameter] string $dsn): \Zookeeper|string {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

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
     * @implementation-alias Slock\Store::putOffExpiration
     */
    public function putOffExpiration(\Symfony\Component\Lock\Key $key, float $ttl): void {}

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
