--TEST--
MemcachedStore: a server that cannot be reached is named with its address and the cause
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

outcomes('nobody listens', 'memcached://127.0.0.1:1');
outcomes('nobody listens, client object', client(1));
outcomes('no such host', 'memcached://nobody.invalid');
outcomes('no such host, client object', client('nobody.invalid'));
outcomes('no such socket', 'memcached:///nowhere/memcached.sock');
?>
--EXPECT--
nobody listens
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: cannot connect: Connection refused
nobody listens, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: CONNECTION FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  isAcquired: LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:1: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
no such host
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  isAcquired: LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: cannot connect: Name or service not known
no such host, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: getaddrinfo() or getnameinfo() HOSTNAME LOOKUP FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  isAcquired: LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at nobody.invalid:11211: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
no such socket
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  isAcquired: LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at /nowhere/memcached.sock: cannot connect: No such file or directory
