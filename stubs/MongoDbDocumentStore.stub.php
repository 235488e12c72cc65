<?php

/** @generate-class-entries */

namespace Slock\Store;

/**
 * Locks in documents of a MongoDB collection, in the lock field of Doctrine's MongoDB ODM: a key is the _id of a
 * document, see key().
 */
class MongoDbDocumentStore implements \Symfony\Component\Lock\SharedLockStoreInterface
{
    /**
     * @param \MongoDB\Collection|\MongoDB\Database|\MongoDB\Client|\MongoDB\Driver\Manager|string $mongo a client object, or
     *     a URI such as mongodb://user:password@host/database?collection=posts
     * @param array $options database; collection; lockField: the field with ODM's lock mode [lock]; ownerField: the field
     *     with the owners [_slock]; versionField: [version]; session: a \MongoDB\Driver\Session, with client objects; uriOptions and
     *     driverOptions: arrays, used with a URI
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when an option or the URI is missing or malformed
     */
    public function __construct(#[\SensitiveParameter] string|object $mongo, #[\SensitiveParameter] array $options = []) {}

    /**
     * The key of the document with this _id.
     *
     * @param mixed $id an int, a string, a \MongoDB\BSON\ObjectId, \MongoDB\BSON\Int64 or \MongoDB\BSON\Binary
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when it is none of these
     */
    public static function key(mixed $id): \Symfony\Component\Lock\Key {}

    /**
     * Makes sure that a document has the expected version. Needs ext-mongodb.
     *
     * @param mixed $id as for key()
     * @param int|string|\DateTimeInterface|object $expected an int, a \MongoDB\BSON\Decimal128 or its string, or a
     *     \MongoDB\BSON\UTCDateTime or a \DateTimeInterface, by milliseconds
     * @throws \Symfony\Component\Lock\Exception\LockConflictedException when it has another one
     * @throws \Symfony\Component\Lock\Exception\LockStorageException also when there is no such document
     * @tentative-return-type
     */
    public function assertVersion(mixed $id, mixed $expected): void {}

    /**
     * Changes a document if it has the expected version, and counts the version on, as ODM does. Needs ext-mongodb.
     *
     * @param mixed $id as for key()
     * @param mixed $expected as for assertVersion()
     * @param array|object $change update operators, such as ['$set' => […]]
     * @return mixed the version after that: an int, a \MongoDB\BSON\Decimal128 or a \MongoDB\BSON\UTCDateTime
     * @throws \Symfony\Component\Lock\Exception\LockConflictedException when no document has this _id and version
     */
    public function update(mixed $id, mixed $expected, array|object $change): mixed {}

    /**
     * Locks for writing.
     *
     * @throws \Symfony\Component\Lock\Exception\LockStorageException also when there is no such document
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

    /**
     * Locks for reading.
     *
     * @throws \Symfony\Component\Lock\Exception\LockStorageException also when there is no such document
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
