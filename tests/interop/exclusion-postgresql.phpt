--TEST--
The PostgreSQL stores and the PHP packages 5.4, 6.4 and 7.4 exclude each other
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql', 'package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$theirs = 'new Symfony\Component\Lock\Store\PostgreSqlStore('.var_export(pg_dsn(), true).')';
foreach ([
    'dsn' => new PostgreSqlStore(pg_dsn()),
    'url' => is_native() ? new DoctrineDbalPostgreSqlStore(pg_url()) : new PostgreSqlStore(pg_dsn()),
    'pdo' => new PostgreSqlStore(pg_pdo()),
] as $way => $ours) {
    echo "-- $way\n";
    foreach ('dsn' === $way ? ['5.4', '6.4', '7.4'] : ['7.4'] as $line) {
        exclude_each_other($line, $ours, $theirs, ['shared'], ['pdo', 'pdo_pgsql']);
    }
}
?>
--EXPECT--
-- dsn
ok: 5.4, plain name
ok: 5.4, bytes name
ok: 5.4, long name
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
-- url
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
-- pdo
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
