<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock;

/** A lock that never locks, for classes that require one. */
final class NoLock implements SharedLockInterface
{
    public function acquireRead(bool $blocking = false): bool {}

    public function acquire(bool $blocking = false): bool {}

    public function refresh(?float $ttl = null): void {}

    public function isAcquired(): bool {}

    public function release(): void {}

    public function isExpired(): bool {}

    public function getRemainingLifetime(): ?float {}
}
