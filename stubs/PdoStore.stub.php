<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks as rows of a database table, through PDO. */
class PdoStore implements \Symfony\Component\Lock\PersistingStoreInterface
{
    /**
     * @param \PDO|string $connOrDsn a connection whose error mode is exceptions, or a DSN or URL that is opened on first use
     * @param array $options db_table, db_id_col, db_token_col, db_expiration_col: names in the database;
     *     db_username, db_password, db_connection_options: for a DSN;
     *     fencing: acquisitions mint a token, see Slock\fencing_token(). The PHP package ignores it
     * @param float $gcProbability 0 to 1: how often saving a lock also deletes those that have expired
     * @param int $initialTtl seconds a lock lives when acquire() names no TTL
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException when $initialTtl is below 1
     */
    public function __construct(#[\SensitiveParameter] \PDO|string $connOrDsn, #[\SensitiveParameter] array $options = [], float $gcProbability = 0.01, int $initialTtl = 300) {}

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
     * Creates the table, which the first lock does otherwise.
     *
     * @throws \PDOException when it exists, or cannot be created
     * @throws \DomainException when the database is not one of those known here
     * @tentative-return-type
     */
    public function createTable(): void {}

    /**
     * @throws \BadMethodCallException always: it is DoctrineDbalStore that can do this
     * @tentative-return-type
     */
    public function configureSchema(\Doctrine\DBAL\Schema\Schema $schema): void {}

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
