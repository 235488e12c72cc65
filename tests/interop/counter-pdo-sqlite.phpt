--TEST--
PdoStore and DoctrineDbalStore: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing: SQLite
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('package 6.4', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/counter.inc';

drop_table_at_the_end('sqlite');
// The table exists already: packages that make it at the same time fail.
(new Symfony\Component\Lock\Store\PdoStore(sql_dsn('sqlite'), sql_options('sqlite')))->createTable();
$store = other_store('sqlite', 'PdoStore');
count_together(
    ['slock' => $store, '6.4' => $store, '7.4' => other_store('sqlite', 'DoctrineDbalStore')],
    ['slock' => 4, '6.4' => 2, '7.4' => 2],
    50,
    [...sql_extensions('sqlite'), 'ctype', 'tokenizer'],
);
?>
--EXPECT--
ok: process 0 of 8 finished
ok: process 1 of 8 finished
ok: process 2 of 8 finished
ok: process 3 of 8 finished
ok: process 4 of 8 finished
ok: process 5 of 8 finished
ok: process 6 of 8 finished
ok: process 7 of 8 finished
ok: nothing was lost
