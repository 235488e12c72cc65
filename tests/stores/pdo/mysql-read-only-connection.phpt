--TEST--
PdoStore by DSN: a connection on which MySQL writes nothing any more, as after a switch-over, is given up for another one
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
(new PdoStore(sql_dsn('mysql'), sql_options('mysql'), 0))->createTable();
$flag = table().'_flag';
$admin = sql_pdo('mysql');
$admin->exec("CREATE TABLE $flag ENGINE = InnoDB AS SELECT 0 AS value");
register_shutdown_function(fn () => $admin->exec("DROP TABLE $flag"));
// What a connection may do is decided when it is opened, as by the server that it leads to.
$variable = str_contains($admin->query('SELECT VERSION()')->fetchColumn(), 'MariaDB')
    ? 'tx_read_only'
    : 'transaction_read_only';
$factory = new LockFactory(new PdoStore(sql_dsn('mysql'), sql_options('mysql', ['db_connection_options' => [
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET SESSION $variable = (SELECT value FROM $flag)",
]]), 0));
$lock = $factory->createLock(unique());
same('before', true, $lock->acquire());
$lock->release();
$admin->exec("UPDATE $flag SET value = 1");
$factory = new LockFactory(new PdoStore(sql_dsn('mysql'), sql_options('mysql', ['db_connection_options' => [
    PDO::MYSQL_ATTR_INIT_COMMAND => "SET SESSION $variable = (SELECT value FROM $flag)",
]]), 0));
$lock = $factory->createLock(unique());
raises('everywhere', LockAcquiringException::class, null, fn () => $lock->acquire());
$admin->exec("UPDATE $flag SET value = 0");
same('the next one writes', true, $lock->acquire());
$lock->release();
?>
--EXPECT--
ok: before
ok: everywhere
ok: the next one writes
