<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks as rows of a database table, through Doctrine DBAL. */
class DoctrineDbalStore implements \Symfony\Component\Lock\PersistingStoreInterface
{
    /**
     * @param \Doctrine\DBAL\Connection|string $connOrUrl a connection, or a URL that is opened on first use: by DBAL where it
     *     is installed, else by PDO
     * @param array $options db_table, db_id_col, db_token_col, db_expiration_col: names in the database;
     *     fencing: acquisitions mint a token, see Slock\fencing_token(). The PHP package ignores it
     * @param float $gcProbability 0 to 1: how often saving a lock also deletes those that have expired
     * @param int $initialTtl seconds a lock lives when acquire() names no TTL
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException when $initialTtl is below 1
     */
    public function __construct(#[\SensitiveParameter] \Doctrine\DBAL\Connection|string $connOrUrl, array $options = [], float $gcProbability = 0.01, int $initialTtl = 300) {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @param float $ttl
     * @tentative-return-type
     * @implementation-alias Slock\Store::putOffExpiration
     */
    public function putOffExpiration(\Symfony\Component\Lock\Key $key, $ttl): void {}

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
     * @throws \Doctrine\DBAL\Exception when it exists, or cannot be created
     * @tentative-return-type
     */
    public function createTable(): void {}

    /**
     * Adds the table to a schema of the same database, unless it has one of that name.
     *
     * @param \Doctrine\DBAL\Schema\Schema $schema
     * @param \Closure $isSameDatabase gets a function that runs a statement; may be left out (as in the
     *     lines before 7.4): the schema is that of the same database then
     * @return \Doctrine\DBAL\Schema\Schema the schema, or the one that took its place
     */
    public function configureSchema(\Doctrine\DBAL\Schema\Schema $schema, \Closure $isSameDatabase) {}

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
