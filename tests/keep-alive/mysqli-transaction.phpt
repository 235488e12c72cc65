--TEST--
A lock in a table that is kept alive over Doctrine's mysqli: not in a transaction that a statement has begun, of which mysqli does not tell
--EXTENSIONS--
ctype
mysqli
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

$options = ['db_table' => $table = fresh_table('mysql')];
$connection = Doctrine\DBAL\DriverManager::getConnection(['driver' => 'mysqli'] + sql_dbal('mysql')->getParams());
$store = new DoctrineDbalStore($connection, $options, 0);
$store->createTable();
$end = fn () => (int) $connection->fetchOne("SELECT key_expiration FROM $table");
$lock = new Lock(new Key('r'), $store, 3.0, false);
same('acquired', true, $lock->acquire());
$before = $end();
$kept = new KeepAlive($lock);
check('renewed', compute(10, fn () => $end() > $before));
$connection->executeStatement('START TRANSACTION');
$within = $end();
compute(1.6, fn () => false);
same('not in the transaction', $within, $end());
$connection->executeStatement('ROLLBACK');
$kept->stop();
?>
--EXPECT--
ok: acquired
ok: renewed
ok: not in the transaction
