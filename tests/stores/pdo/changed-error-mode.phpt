--TEST--
PdoStore: an error mode of \PDO that was changed later hides no failure
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

const MODES = ['silent' => PDO::ERRMODE_SILENT, 'warning' => PDO::ERRMODE_WARNING];

foreach (MODES as $name => $mode) {
    group($name, function () use ($mode) {
        $store = new PdoStore($pdo = sql_pdo('sqlite'), ['db_table' => 'late']);
        $store->save($key = new Key('late'));
        $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
        $pdo->exec('DROP TABLE late');
        same('a missing table', false, @$store->exists($key));
        $pdo->exec('CREATE TABLE late (something INTEGER)');
        foreach ([
            'save' => [$key],
            'exists' => [$key],
            'delete' => [$key],
            'putOffExpiration' => [$key, 10.0],
        ] as $method => $arguments) {
            raises($method, LockStorageException::class, 'no', fn () => @$store->$method(...$arguments));
        }
        $pdo->exec('DROP TABLE late');
    });
}
?>
--EXPECT--
ok: silent
ok: warning
