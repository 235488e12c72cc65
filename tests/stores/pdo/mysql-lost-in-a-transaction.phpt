--TEST--
PdoStore with MySQL: who asks in a transaction for a lock that is lost does not lock the row of its next owner
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
(new PdoStore(sql_dsn('mysql'), sql_options('mysql')))->createTable();
$connect = function () {
    $pdo = sql_pdo('mysql');
    $pdo->exec('SET SESSION innodb_lock_wait_timeout = 1');
    $pdo->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');

    return $pdo;
};
foreach (['a transaction' => true, 'autocommit is off' => false] as $what => $begins) {
    group($what, function () use ($connect, $begins) {
        $pdo = $connect();
        $store = new PdoStore($pdo, ['db_table' => table()], 0);
        $others = new PdoStore($connect(), ['db_table' => table()], 0);
        $lost = new Key($name = unique());
        $owners = new Key($name);
        $store->save($lost);
        $pdo->exec('UPDATE '.table().' SET key_expiration = 1000');
        $others->save($owners);
        $begins ? $pdo->beginTransaction() : $pdo->exec('SET autocommit = 0');
        for ($i = 0; $i < 2; ++$i) {
            raises('refresh', LockConflictedException::class, null, fn () => $store->putOffExpiration($lost, 300));
            same('the owner goes on', null, $others->putOffExpiration($owners, 300 + $i));
        }
        same('and has it', true, $others->exists($owners));
        $others->delete($owners);
    });
}
?>
--EXPECT--
ok: a transaction
ok: autocommit is off
