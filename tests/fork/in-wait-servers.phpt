--TEST--
A handler forks in a blocking wait for a lock on Memcached, MongoDB, ZooKeeper or in a table
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
require __DIR__.'/../inc/fork-in-wait.inc';

forks_in_waits(array_filter(
    ways(),
    fn ($way) => preg_match('/^(Memcached|MongoDb|Zookeeper|PdoStore|DoctrineDbalStore)/', $way->name),
));
?>
--EXPECT--
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: DoctrineDbalStore, sqlite
ok: ZookeeperStore
ok: the waiter ends
