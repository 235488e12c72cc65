--TEST--
DoctrineDbalStore: in a transaction that was begun by a statement, of which mysqli does not tell, nothing is pruned
--EXTENSIONS--
ctype
mysqli
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

drop_table_at_the_end('mysql');
$connection = Doctrine\DBAL\DriverManager::getConnection(['driver' => 'mysqli'] + sql_dbal('mysql')->getParams());
$store = new DoctrineDbalStore($connection, ['db_table' => table()], 1.0);
$store->createTable();
$deletes = fn (): int => (int) array_sum(
    $connection->fetchAllKeyValue("SHOW SESSION STATUS WHERE Variable_name IN ('Com_delete', 'Com_delete_multi')"),
);
foreach (['no transaction' => 1, 'a transaction' => 0] as $what => $pruned) {
    if (!$pruned) {
        $connection->executeStatement('START TRANSACTION');
    }
    $before = $deletes();
    same("$what: acquired", true, (new LockFactory($store))->createLock(unique(), 300.0, false)->acquire());
    same("$what: pruned", $pruned, $deletes() - $before);
}
$connection->executeStatement('COMMIT');
?>
--EXPECT--
ok: no transaction: acquired
ok: no transaction: pruned
ok: a transaction: acquired
ok: a transaction: pruned
