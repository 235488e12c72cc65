--TEST--
The PostgreSQL stores: 8 processes, natively, through PDO and Doctrine, half of them on the PHP packages, increment a counter and lose nothing
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('postgresql', 'package 6.4', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/sql.inc';

$store = 'new Symfony\Component\Lock\Store\PostgreSqlStore('.var_export(pg_dsn(), true).')';
// Two ways in at once: the pid decides.
$ours = "(getmypid() % 2 ? $store : new Symfony\\Component\\Lock\\Store\\PostgreSqlStore(new PDO("
    .var_export(pg_dsn(), true).")))";
count_together(
    [
        'slock' => $ours,
        '6.4' => $store,
        '7.4' => 'new Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore((function () { require "'
            .dirname(__DIR__).'/inc/sql.inc"; return dbal("pdo_pgsql"); })())',
    ],
    ['slock' => 4, '6.4' => 2, '7.4' => 2],
    200,
    ['ctype', 'pdo', 'pdo_pgsql', 'tokenizer'],
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
