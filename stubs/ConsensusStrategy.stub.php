<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Strategy;

/** More than half of the members. */
class ConsensusStrategy implements StrategyInterface
{
    /** @tentative-return-type */
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool {}

    /** @tentative-return-type */
    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool {}
}
