--TEST--
A holder is killed: its lock on Memcached, MongoDB, ZooKeeper or in a table is free when its TTL or its session is over
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/killed-holder.inc';

kill_holders(array_filter(ways(), fn ($way) => preg_match('/^(Memcached|MongoDb|Zookeeper|PdoStore|DoctrineDbalStore)/', $way->name)));
?>
--EXPECT--
