--TEST--
DoctrineDbalStore, PostgreSQL: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/counter.inc';

drop_table_at_the_end('pgsql');
// They make the table together.
count_together(
    sprintf(
        '[require_once "Doctrine/DBAL/autoload.php", new Symfony\Component\Lock\Store\DoctrineDbalStore(%s, %s)][1]',
        var_export(sql_url('pgsql'), true),
        var_export(['db_table' => table()], true),
    ),
    ['slock' => 8],
    500,
    [...sql_extensions('pgsql'), 'ctype', 'tokenizer'],
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
