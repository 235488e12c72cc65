--TEST--
PdoStore: a \PDO that makes the empty string of NULL creates the table, and what fencing tokens are counted by
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

$table = fresh_table('pgsql');
$pdo = sql_pdo('pgsql');
$pdo->setAttribute(PDO::ATTR_ORACLE_NULLS, PDO::NULL_TO_STRING);
$store = new PdoStore($pdo, ['db_table' => $table, 'fencing' => true]);
$lock = (new LockFactory($store))->createLockFromKey($key = new Key('x'), 60);
same('acquired', true, $lock->acquire());
check('with a token', Slock\fencing_token($key) > 0);
same('not twice', false, (new LockFactory($store))->createLock('x', 60)->acquire());
$lock->release();
same('released', false, $lock->isAcquired());
$pdo->exec("DROP SEQUENCE {$table}_fence");
?>
--EXPECT--
ok: acquired
ok: with a token
ok: not twice
ok: released
