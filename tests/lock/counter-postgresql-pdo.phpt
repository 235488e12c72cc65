--TEST--
PostgreSqlStore through PDO: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/sql.inc';

$pdo = "new PDO(".var_export(pg_dsn(), true).")";
count_together("new Symfony\\Component\\Lock\\Store\\PostgreSqlStore($pdo)", ["slock" => 8], 500, ["pdo", "pdo_pgsql"]);
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
