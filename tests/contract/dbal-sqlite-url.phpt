--TEST--
The contract of a store: DoctrineDbalStore by URL, SQLite
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\DoctrineDbalStore;

drop_table_at_the_end('sqlite');
slock_contract(
    fn () => new DoctrineDbalStore(sql_url('sqlite'), ['db_table' => table()]),
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
