--TEST--
A holder is killed: its lock on Memcached, MongoDB or ZooKeeper is free when its TTL or its session is over
--EXTENSIONS--
pcntl
posix
igbinary
msgpack
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/killed-holder.inc';

kill_holders(array_filter(ways(), fn ($way) => preg_match('/^(Memcached|MongoDb|Zookeeper)/', $way->name)));
?>
--EXPECT--
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: ZookeeperStore
