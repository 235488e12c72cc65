--TEST--
./dev failures: what goes wrong with the PHP package 7.4, and how slock does
--EXTENSIONS--
ctype
igbinary
msgpack
redis
memcached
pcntl
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'memcached', 'postgresql', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/failures.inc';

foreach (array_keys(failures()) as $title) {
    echo "$title: ", failure($title, '7.4'), " / ", failure($title, 'slock'), "\n";
}
?>
--EXPECT--
Memcached is down: acquire(): false / LockAcquiringException
Memcached, a TTL of 31 days: owners: 2 / 1
Memcached, a name of 300 characters, free: acquire(): false / true
Two of three members of a quorum are down: acquire(): false / LockAcquiringException
A signal arrives while acquire(true) waits for a file lock: LockConflictedException / true
The holder of a file lock was killed, a program that it started goes on: acquire(): false / true
PostgreSQL has ended the session: isAcquired(), then the destructor: PDOException, PDOException / false, null
A lock of a database session, after a wait: its key is serialized: true / UnserializableKeyException
acquire(true, 0.5) while another owner has the lock for two seconds: true, after two seconds / false, in time
