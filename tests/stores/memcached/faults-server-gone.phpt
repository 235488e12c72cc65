--TEST--
MemcachedStore: a server that is gone is told by each operation, on connections that were good
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
$ways = ways($server, 5.0);
foreach ($ways as $way => $connection) {
    same("$way: acquired", true, (new Lock(new Key(unique()), new MemcachedStore($connection), 60, false))->acquire());
}
$server->stop();
foreach ($ways as $way => $connection) {
    outcomes($way, $connection, [":$server->port" => ':OWN']);
}
?>
--EXPECT--
ok: DSN: acquired
ok: text: acquired
ok: client: acquired
DSN
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
text
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: cannot connect: Connection refused
client
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: CONNECTION FAILURE
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: CONNECTION FAILURE
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY
