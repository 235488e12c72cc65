<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Strategy;

/** Every member. */
class UnanimousStrategy implements StrategyInterface
{
    /** @tentative-return-type */
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool {}

    /** @tentative-return-type */
    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool {}
}
