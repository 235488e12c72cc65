<?php

/** @generate-class-entries */

namespace Psr\Log;

/** PSR-3's interface, declared with slock.declare_psr_log=1 only; without a return type so that psr/log 1, 2 and 3 implement it alike. */
interface LoggerAwareInterface
{
    /** @return void */
    public function setLogger(LoggerInterface $logger);
}
