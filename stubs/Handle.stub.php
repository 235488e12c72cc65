<?php

/** @generate-class-entries */

namespace Slock;

/**
 * What a Key keeps for a lock that lives in this process (an open file, a semaphore). Opaque: it cannot be made,
 * copied or serialized by PHP code, and gives its resource back when the last Key lets go of it.
 *
 * @strict-properties
 * @not-serializable
 */
final class Handle
{
    private function __construct() {}
}
