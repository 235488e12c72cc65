<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Exception;

/** Implemented by every exception of the component. */
interface ExceptionInterface extends \Throwable
{
}

class InvalidArgumentException extends \InvalidArgumentException implements ExceptionInterface
{
}

/** A TTL that the store or the lock cannot use. */
class InvalidTtlException extends InvalidArgumentException implements ExceptionInterface
{
}

/** The lock could not be acquired or refreshed because something failed; the previous exception tells what. */
class LockAcquiringException extends \RuntimeException implements ExceptionInterface
{
}

/** Another owner holds the lock. */
class LockConflictedException extends \RuntimeException implements ExceptionInterface
{
}

/** The lifetime ran out before the operation was done. */
class LockExpiredException extends \RuntimeException implements ExceptionInterface
{
}

/** The lock could not be released; the previous exception tells why. */
class LockReleasingException extends \RuntimeException implements ExceptionInterface
{
}

/** The backend failed: connection, server, protocol or permission. The message carries the server's own text. */
class LockStorageException extends \RuntimeException implements ExceptionInterface
{
}

/** The lock lives in this process only. */
class UnserializableKeyException extends \RuntimeException implements ExceptionInterface
{
}

/** Kept for code written for older versions. */
class NotSupportedException extends \LogicException implements ExceptionInterface
{
}
