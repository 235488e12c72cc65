--TEST--
Forks and Memcached, MongoDB and ZooKeeper: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
igbinary
msgpack
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(array_filter(ways(), fn ($way) => preg_match('/^(Memcached|MongoDbStore|Zookeeper)/', $way->name)));
?>
--EXPECT--
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: ZookeeperStore
