<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock;

/**
 * Identifies a locked resource and carries the state that lets its owner refresh and release the lock, here or, once
 * serialized, in another process.
 *
 * @strict-properties
 */
final class Key implements \Stringable
{
    private string $resource;

    /** @var float|null */
    private $expiringTime = null;

    /** @var mixed see core/key.h */
    private $state = null;

    /** @var bool|string see core/key.h */
    private $serializable = true;

    /** @param string $resource any bytes, the empty string included */
    public function __construct(string $resource) {}

    public function __toString(): string {}

    public function hasState(string $stateKey): bool {}

    public function setState(string $stateKey, mixed $state): void {}

    public function removeState(string $stateKey): void {}

    public function getState(string $stateKey): mixed {}

    public function markUnserializable(): void {}

    public function resetLifetime(): void {}

    /**
     * Shortens the remaining lifetime to at most $ttl; never lengthens it.
     *
     * @param float $ttl seconds from now; zero or less expires the key at once
     * @throws Exception\InvalidTtlException when $ttl is NaN or infinite
     */
    public function reduceLifetime(float $ttl): void {}

    /** Seconds by the monotonic clock, negative once expired; null when the lifetime has no end. */
    public function getRemainingLifetime(): ?float {}

    public function isExpired(): bool {}

    /**
     * @throws \BadMethodCallException when "resource" is a Stringable object
     * @throws \TypeError when an entry has another type than __serialize() gives
     */
    public function __unserialize(array $data): void {}

    /**
     * @return array{resource: string, expiringTime: float|null, state: array<string, mixed>} expiringTime is Unix time
     * @throws Exception\UnserializableKeyException when the lock cannot leave this process
     */
    public function __serialize(): array {}

    /**
     * What var_dump() and dump() show: the lifetime that is left as well, and no token in full.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array {}
}
