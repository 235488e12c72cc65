--TEST--
A holder is killed: locks of the kernel and of sessions are free at once, whatever program it has started
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
require __DIR__.'/../inc/killed-holder.inc';

kill_holders(ways(Keeper::Kernel, Keeper::Session));
kill_parents(array_filter(
    ways(Keeper::Kernel, Keeper::Session),
    fn ($way) => Client::Guarded === client_of($way) && !str_starts_with($way->name, 'Flock'),
));
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
ok: SemaphoreStore, and a child lives on
ok: PostgreSqlStore, and a child lives on
ok: DoctrineDbalPostgreSqlStore, and a child lives on
ok: MysqlStore, and a child lives on
