--TEST--
The contract of a store: DoctrineDbalStore by URL without Doctrine DBAL, PostgreSQL
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\DoctrineDbalStore;

drop_table_at_the_end('pgsql');
slock_contract(
    fn () => new DoctrineDbalStore(sql_url('pgsql'), ['db_table' => table()]),
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
