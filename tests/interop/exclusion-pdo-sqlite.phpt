--TEST--
PdoStore, DoctrineDbalStore and those of the PHP packages 6.4 and 7.4 exclude each other, and a key passes a lock between them: SQLite
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
require __DIR__.'/../inc/exclusion.inc';

use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('sqlite');
foreach (['6.4', '7.4'] as $line) {
    exclude_each_other(
        $line,
        new PdoStore(sql_dsn('sqlite'), sql_options('sqlite')),
        other_store('sqlite', 'PdoStore'),
        ['serializable'],
        [...sql_extensions('sqlite'), 'ctype'],
    );
    exclude_each_other(
        $line,
        new DoctrineDbalStore(sql_url('sqlite'), ['db_table' => table()]),
        other_store('sqlite', 'DoctrineDbalStore'),
        ['serializable'],
        [...sql_extensions('sqlite'), 'ctype', 'tokenizer'],
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
