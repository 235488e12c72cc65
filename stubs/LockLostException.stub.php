<?php

/** @generate-class-entries */

namespace Slock\Exception;

/** A lock that was kept alive is lost: see Slock\KeepAlive. The previous exception, if any, is why it was not renewed. */
class LockLostException extends \RuntimeException implements \Symfony\Component\Lock\Exception\ExceptionInterface
{
}
