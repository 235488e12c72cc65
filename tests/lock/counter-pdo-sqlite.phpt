--TEST--
PdoStore by DSN: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost: SQLite
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/counter.inc';

drop_table_at_the_end('sqlite');
// They make the table together.
count_together(
    sprintf(
        'new Symfony\Component\Lock\Store\PdoStore(%s, %s)',
        var_export(sql_dsn('sqlite'), true),
        var_export(sql_options('sqlite'), true),
    ),
    ['slock' => 8],
    500,
    sql_extensions('sqlite'),
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
