--TEST--
MemcachedStore: a server that does not know the binary protocol is one that does not answer, unless the DSN says so
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

$ascii = new OwnMemcached('-B', 'ascii');
outcomes('a server without binary protocol', $ascii->dsn('?read_timeout=0.3'), [":$ascii->port" => ':ASCII']);
outcomes('with binary_protocol=0', $ascii->dsn('?binary_protocol=0'));
?>
--EXPECT--
a server without binary protocol
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
with binary_protocol=0
  acquire, isAcquired: true
  refresh, release: NULL
