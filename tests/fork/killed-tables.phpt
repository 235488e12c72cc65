--TEST--
A holder is killed: its lock in a table is free when its TTL is over
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/killed-holder.inc';

kill_holders(array_filter(ways(), fn ($way) => preg_match('/^(PdoStore|DoctrineDbalStore)/', $way->name)));
?>
--EXPECT--
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: DoctrineDbalStore, sqlite
