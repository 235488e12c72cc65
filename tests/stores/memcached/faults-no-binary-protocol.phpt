--TEST--
MemcachedStore: a server that does not know the binary protocol is one that does not answer it
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
outcomes('binary_protocol=1', $ascii->dsn('?binary_protocol=1&read_timeout=0.3'), [":$ascii->port" => ':ASCII']);
outcomes('binary_protocol=0', $ascii->dsn('?binary_protocol=0'));
outcomes('neither', $ascii->dsn());
?>
--EXPECT--
binary_protocol=1
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:ASCII: no answer within 0.3 seconds
binary_protocol=0
  acquire, isAcquired: true
  refresh, release: NULL
neither
  acquire, isAcquired: true
  refresh, release: NULL
