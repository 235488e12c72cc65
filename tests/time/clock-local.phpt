--TEST--
The system clock is set an hour off: locks of the process, the kernel and of sessions
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
need_command('faketime');
need_no_sanitizer(); ?>
--FILE--
<?php
require __DIR__.'/../inc/system-clock.inc';

set_clocks(ways(Keeper::Process, Keeper::Kernel, Keeper::Session));
?>
--EXPECT--
ok: InMemoryStore
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
