<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Advisory locks of a PostgreSQL session, by DSN (native client) or through a \PDO. */
class PostgreSqlStore implements \Symfony\Component\Lock\BlockingSharedLockStoreInterface, \Symfony\Component\Lock\BlockingStoreInterface
{
    /**
     * @param \PDO|string $connOrDsn a \PDO, or a DSN such as pgsql:host=localhost;dbname=app or
     *     postgresql://user:password@host/db, connected to when the first lock is acquired
     * @param array $options db_username, db_password, db_connection_options (attributes of \PDO);
     *     fencing: acquisitions mint a token, see Slock\fencing_token(). The PHP package ignores it
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when the \PDO has another driver or does not
     *     throw exceptions, or the DSN is malformed or not supported
     */
    public function __construct(#[\SensitiveParameter] \PDO|string $connOrDsn, #[\SensitiveParameter] array $options = []) {}

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
     * @tentative-return-type
     * @implementation-alias Slock\Store::waitAndSave
     */
    public function waitAndSave(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::waitAndSaveRead
     */
    public function waitAndSaveRead(\Symfony\Component\Lock\Key $key): void {}

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
