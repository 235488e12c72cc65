--TEST--
Forks and tables: every end of a child, with and without using the store
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
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(array_filter(ways(), fn ($way) => preg_match('/^(PdoStore|DoctrineDbalStore)/', $way->name)));
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
