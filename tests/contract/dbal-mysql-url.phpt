--TEST--
The contract of a store: DoctrineDbalMysqlStore by URL
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); ?>
--CONFLICTS--
some names of locks in mariadb cannot be made unique
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/sql.inc';

$store = new Symfony\Component\Lock\Store\DoctrineDbalMysqlStore(my_url());
$make = fn () => $store;
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
