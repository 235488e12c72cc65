--TEST--
The system clock is set an hour off: Memcached, MongoDB, ZooKeeper, and tables of servers
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
ctype
igbinary
msgpack
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/system-clock.inc';

set_clocks(array_filter(
    ways(),
    fn ($way) => preg_match('/^(Memcached|MongoDb|Zookeeper|(PdoStore|DoctrineDbalStore), (mysql|pgsql))/', $way->name),
));
?>
--EXPECT--
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: ZookeeperStore
