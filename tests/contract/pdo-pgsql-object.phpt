--TEST--
The contract of a store: PdoStore through a PDO object, PostgreSQL
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('pgsql');
slock_contract(
    fn () => new PdoStore(sql_pdo('pgsql'), ['db_table' => table()]),
    ['expiring', 'seconds', 'serializable', 'separate'],
);
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
