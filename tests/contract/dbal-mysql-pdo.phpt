--TEST--
The contract of a store: DoctrineDbalMysqlStore on a connection, through PDO
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--CONFLICTS--
some names of locks in mariadb cannot be made unique
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/sql.inc';

$connection = dbal("pdo_mysql");
$make = fn () => new Symfony\Component\Lock\Store\DoctrineDbalMysqlStore($connection);
slock_contract($make, ['separate']);
?>
--EXPECT--
ok: interfaces
ok: save, exists, delete
ok: a second owner is refused
ok: what is not owned is left alone
ok: names
ok: time to live
ok: impossible times to live
ok: readers and writers
ok: serialization
ok: forged state
ok: locks on top
