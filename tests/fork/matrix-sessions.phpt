--TEST--
Forks and locks of a session: every end of a child, with and without using the store
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-matrix.inc';

fork_matrix(ways(Keeper::Session));
?>
--EXPECT--
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
