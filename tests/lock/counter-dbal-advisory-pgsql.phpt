--TEST--
DoctrineDbalPostgreSqlStore through Doctrine: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';
require __DIR__.'/../inc/counter.inc';

count_together(
    'new Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore((function () { require "'.dirname(__DIR__)
        .'/inc/sql.inc"; return dbal("pdo_pgsql"); })())',
    ['slock' => 8],
    500,
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
