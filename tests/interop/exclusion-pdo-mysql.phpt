--TEST--
PdoStore, DoctrineDbalStore and those of the PHP packages 6.4 and 7.4 exclude each other, and a key passes a lock between them: MariaDB
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('mariadb', 'package 6.4', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
foreach (['6.4', '7.4'] as $line) {
    exclude_each_other(
        $line,
        new PdoStore(sql_dsn('mysql'), sql_options('mysql')),
        other_store('mysql', 'PdoStore'),
        ['serializable'],
        [...sql_extensions('mysql'), 'ctype'],
    );
    exclude_each_other(
        $line,
        new DoctrineDbalStore(sql_url('mysql'), ['db_table' => table()]),
        other_store('mysql', 'DoctrineDbalStore'),
        ['serializable'],
        [...sql_extensions('mysql'), 'ctype', 'tokenizer'],
    );
}
?>
--EXPECT--
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
