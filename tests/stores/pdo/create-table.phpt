--TEST--
PdoStore and DoctrineDbalStore: createTable() makes the table that both use
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $store = new PdoStore($pdo = sql_pdo($kind), $options = ['db_table' => fresh_table($kind)], 0);
        $store->createTable();
        raises('twice', PDOException::class, 'exist', fn () => $store->createTable());
        $dbal = new DoctrineDbalStore(sql_dbal($kind), $options, 0);
        raises('by DBAL', Doctrine\DBAL\Exception\TableExistsException::class, null, fn () => $dbal->createTable());
        $dbal->save($key = new Key('x'));
        same('they share it', false, $store->exists(new Key('x')));
        $dbal = new DoctrineDbalStore(sql_dbal($kind), ['db_table' => $table = fresh_table($kind)], 0);
        $dbal->createTable();
        $store = new PdoStore($pdo, ['db_table' => $table], 0);
        $store->save($key = new Key('x'));
        same('the other way round', true, $store->exists($key));
    });
}
?>
--EXPECT--
ok: sqlite
ok: mysql
ok: pgsql
