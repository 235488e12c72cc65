<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Locks between the processes of one machine, by System V semaphores. */
class SemaphoreStore implements \Symfony\Component\Lock\BlockingStoreInterface
{
    /**
     * Whether this system has System V semaphores and the extension sysvsem is loaded, as in the package. The store needs
     * no extension: where this is false it can be constructed all the same.
     *
     * @internal
     * @tentative-return-type
     */
    public static function isSupported(): bool {}

    /**
     * @param string|null $scope keeps the locks of one application apart from those of others; null: none
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when semaphores are not supported
     */
    public function __construct(?string $scope = null) {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::save
     */
    public function save(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::waitAndSave
     */
    public function waitAndSave(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::delete
     */
    public function delete(\Symfony\Component\Lock\Key $key): void {}

    /**
     * @tentative-return-type
     * @implementation-alias Slock\Store::putOffExpiration
     */
    public function putOffExpiration(\Symfony\Component\Lock\Key $key, float $ttl): void {}

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
