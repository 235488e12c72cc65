--TEST--
MemcachedStore: a server that does not answer in time is told by each operation; a lock outlives that
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
$locks = [];
foreach (ways($server, 0.3) as $way => $connection) {
    $locks[$way] = new Lock(new Key(unique()), new MemcachedStore($connection), 60, false);
    same("$way: acquired", true, $locks[$way]->acquire());
}
$server->signal(SIGSTOP);
foreach (ways($server, 0.3) as $way => $connection) {
    outcomes($way, $connection, [":$server->port" => ':OWN']);
}
$server->signal(SIGCONT);
foreach ($locks as $way => $lock) {
    same("$way: it answers again", true, $lock->isAcquired());
}
?>
--EXPECT--
ok: DSN: acquired
ok: text: acquired
ok: client: acquired
DSN
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
text
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: no answer within 0.3 seconds
client
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  refresh: LockAcquiringException: Failed to define an expiration for the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  isAcquired: LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
  release: LockReleasingException: Failed to release the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:OWN: A TIMEOUT OCCURRED
ok: DSN: it answers again
ok: text: it answers again
ok: client: it answers again
