--TEST--
A handler forks in a blocking wait for a lock of the kernel or of a session
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-in-wait.inc';

forks_in_waits(ways(Keeper::Kernel, Keeper::Session));
?>
--EXPECT--
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: the waiter ends
