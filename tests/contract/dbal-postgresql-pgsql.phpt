--TEST--
The contract of a store: DoctrineDbalPostgreSqlStore on a connection, through the extension pgsql
--EXTENSIONS--
pdo
pgsql
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--CONFLICTS--
some names of locks in postgresql cannot be made unique
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/sql.inc';

$connection = dbal("pgsql");
$make = fn () => new Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore($connection);
slock_contract($make, ['shared', 'separate']);
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
