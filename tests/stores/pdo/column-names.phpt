--TEST--
PdoStore: the table and its columns are called as the options say
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $options = [
            'db_table' => $table = fresh_table($kind),
            'db_id_col' => 'the_id',
            'db_token_col' => 'the_token',
            'db_expiration_col' => 'the_end',
        ];
        $store = new PdoStore($pdo = sql_pdo($kind), $options, 0);
        $before = microtime(true);
        $store->save($key = new Key('a name'));
        $after = microtime(true);
        $row = $pdo->query("SELECT the_id, the_token, the_end FROM $table")->fetchAll(PDO::FETCH_ASSOC);
        same('one row', 1, count($row));
        same('the id', hash('sha256', 'a name'), $row[0]['the_id']);
        same('the token', $key->getState(PdoStore::class), $row[0]['the_token']);
        between(
            'the expiry, never before the lock ends',
            $before + 299.9,
            $after + 301.1,
            (float) $row[0]['the_end'],
        );
        $before = microtime(true);
        $store->putOffExpiration($key, 10.5);
        between(
            'put off',
            $before + 10.4,
            microtime(true) + 11.6,
            (float) $pdo->query("SELECT the_end FROM $table")->fetchColumn(),
        );
    });
}
?>
--EXPECT--
ok: sqlite
ok: mysql
ok: pgsql
