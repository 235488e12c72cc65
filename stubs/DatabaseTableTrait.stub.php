<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** For stores written in PHP that keep their locks in a table. The class that uses it has a method prune(). */
trait DatabaseTableTrait
{
    private string $table = 'lock_keys';
    private string $idCol = 'key_id';
    private string $tokenCol = 'key_token';
    private string $expirationCol = 'key_expiration';
    private float $gcProbability;
    private int $initialTtl;

    /**
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException
     * @throws \Symfony\Component\Lock\Exception\InvalidTtlException
     */
    private function init(array $options, float $gcProbability, int $initialTtl): void {}

    /** The resource as it stands in the table: SHA-256 in hexadecimal. */
    private function getHashedKey(\Symfony\Component\Lock\Key $key): string {}

    /** The key's token for this class, made on first use. */
    private function getUniqueToken(\Symfony\Component\Lock\Key $key): string {}

    /** Calls prune(), as often as the probability says. */
    private function randomlyPrune(): void {}
}
