--TEST--
PdoStore: a table that was dropped holds nothing, and is made again by the next lock
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

$store = new PdoStore($pdo = sql_pdo('sqlite'), ['db_table' => 'dropped'], 0);
$store->save($key = new Key('x'));
$pdo->exec('DROP TABLE dropped');
same('holds nothing', false, $store->exists($key));
$store->delete($key);
raises('nothing to put off', LockConflictedException::class, null, fn () => $store->putOffExpiration($key, 5));
$store->save($key);
same('is made again', true, $store->exists($key));
?>
--EXPECT--
ok: holds nothing
ok: nothing to put off
ok: is made again
