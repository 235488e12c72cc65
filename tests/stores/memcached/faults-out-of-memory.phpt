--TEST--
MemcachedStore: a server that has no memory left refuses a lock with its own words, and none is held
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

$full = new OwnMemcached('-M', '-m', '2');
$text = $full->text();
for ($i = 0, $answer = ''; !str_starts_with($answer, 'SERVER_ERROR'); ++$i) {
    $answer = $text->call("set key$i 0 0 44\r\n".str_repeat('x', 44));
}
$names = [":$full->port" => ':FULL'];
outcomes('no memory, binary protocol', $full->dsn('?protocol=binary'), $names);
outcomes('no memory, text protocol', $full->dsn('?binary_protocol=0'), $names);
outcomes('no memory, client object', client($full->port), $names);
outcomes('no memory, meta commands', $full->dsn(), $names);
?>
--EXPECT--
no memory, binary protocol
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: Out of memory allocating item
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
no memory, text protocol
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: SERVER_ERROR out of memory storing object
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
no memory, client object
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: SERVER FAILED TO ALLOCATE OBJECT
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
no memory, meta commands
  acquire: LockAcquiringException: Failed to acquire the "lock" lock. <- LockStorageException: Memcached at 127.0.0.1:FULL: SERVER_ERROR out of memory storing object
  refresh: LockConflictedException: 
  isAcquired: false
  release: NULL
