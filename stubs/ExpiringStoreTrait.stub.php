<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** For stores written in PHP whose locks expire. */
trait ExpiringStoreTrait
{
    /** @throws \Symfony\Component\Lock\Exception\LockExpiredException after deleting the lock, when $key has expired */
    private function checkNotExpired(\Symfony\Component\Lock\Key $key): void {}
}
