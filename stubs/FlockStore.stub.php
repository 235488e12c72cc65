<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks between the processes of one machine, by flock(2) on a file in a directory that they share. */
class FlockStore implements \Symfony\Component\Lock\BlockingStoreInterface, \Symfony\Component\Lock\SharedLockStoreInterface
{
    /**
     * @param string|null $lockPath the directory of the lock files, made when it is missing; null: the system's temporary directory
     * @param bool $removeOnRelease remove the file of a released lock; everyone who uses the directory must do so
     * @param array $options fencing: acquisitions mint a token, which the file keeps, see Slock\fencing_token(); not with
     *     $removeOnRelease. The PHP package ignores it
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when there is no such directory to write in
     */
    public function __construct(?string $lockPath = null, bool $removeOnRelease = false, array $options = []) {}

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
     * @implementation-alias Slock\Store::waitAndSave
     */
    public function waitAndSave(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::waitAndSaveRead
     */
    public function waitAndSaveRead(\Symfony\Component\Lock\Key $key): void {}

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
