--TEST--
PdoStore: a subclass's createTable() makes the table
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

$store = new class(sql_pdo('sqlite'), ['db_table' => 'subclass']) extends PdoStore {
    public int $created = 0;

    public function createTable(): void
    {
        ++$this->created;
        parent::createTable();
    }
};
$store->save(new Key('x'));
$store->save(new Key('y'));
same('is asked to create it', 1, $store->created);
?>
--EXPECT--
ok: is asked to create it
