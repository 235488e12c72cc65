--TEST--
A lock in a table of MySQL that is kept alive over the user's own connection with autocommit off: no rollback takes a renewal back
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

$options = ['db_table' => $table = fresh_table('mysql')];
$admin = sql_pdo('mysql');
(new PdoStore($admin, $options, 0))->createTable();
$end = fn () => (int) $admin->query("SELECT key_expiration FROM $table")->fetchColumn();
$off = [PDO::ATTR_AUTOCOMMIT => false];
$pdo = new PDO(sql_dsn('mysql'), sql_user('mysql'), sql_password('mysql'), $off);
$lock = new Lock(new Key('r'), new PdoStore($pdo, $options, 0), 3.0, false);
same('acquired', true, $lock->acquire());
$pdo->exec('COMMIT');
$before = $end();
$kept = new KeepAlive($lock);
check('others see the renewal', compute(10, fn () => $end() > $before));
same('in no transaction', false, $pdo->inTransaction());
$kept->stop();
$after = $end();
$pdo->exec('ROLLBACK');
check('it stays', $end() >= $after);
$lock->release();
$pdo->exec('COMMIT');
?>
--EXPECT--
ok: acquired
ok: others see the renewal
ok: in no transaction
ok: it stays
