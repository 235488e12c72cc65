--TEST--
The contract of a store: PostgreSqlStore by URL, on a persistent connection
--EXTENSIONS--
pdo
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--CONFLICTS--
some names of locks in postgresql cannot be made unique
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/sql.inc';

$make = fn () => new Symfony\Component\Lock\Store\PostgreSqlStore(pg_url("postgresql", "?persistent=1"));
slock_contract($make, ['shared', 'separate', 'own']);
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
