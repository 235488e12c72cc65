--TEST--
PdoStore: in a transaction of the user's expired rows stay, since a failure would end it, and the lock with it
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
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $options = ['db_table' => $table = fresh_table($kind)];
        $others = new PdoStore($admin = sql_pdo($kind), $options, 0);
        $others->save(new Key('old'));
        $old = "key_id = '".hash('sha256', 'old')."'";
        $admin->exec("UPDATE $table SET key_expiration = key_expiration - 400 WHERE $old");
        $pdo = sql_pdo($kind);
        $store = new PdoStore($pdo, $options, 1);
        $pdo->beginTransaction();
        'pgsql' === $kind && $pdo->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        $pdo->query("SELECT COUNT(*) FROM $table")->fetchAll();
        // In PostgreSQL, who has seen the row as it was cannot delete it any more.
        'pgsql' === $kind && $admin->exec("UPDATE $table SET key_token = 'x' WHERE $old");
        $lock = (new LockFactory($store))->createLock('job', 30);
        same('acquired', true, $lock->acquire());
        $pdo->commit();
        same('and held', [true, false], [
            $lock->isAcquired(),
            (new LockFactory($others))->createLock('job', 30)->acquire(),
        ]);
        same('nothing was pruned', 2, (int) $admin->query("SELECT COUNT(*) FROM $table")->fetchColumn());
        $store->save(new Key('another'));
        same('after it, something is', 2, (int) $admin->query("SELECT COUNT(*) FROM $table")->fetchColumn());
    });
}
?>
--EXPECT--
ok: sqlite
ok: mysql
ok: pgsql
