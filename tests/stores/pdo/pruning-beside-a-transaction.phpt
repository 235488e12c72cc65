--TEST--
PdoStore: expired rows are removed beside a transaction of somebody's who has one of them, without waiting for it
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $options = ['db_table' => $table = fresh_table($kind)];
        $never = new PdoStore($admin = sql_pdo($kind), $options, 0);
        $count = fn () => (int) $admin->query("SELECT COUNT(*) FROM $table")->fetchColumn();
        foreach (range(1, 30) as $i) {
            $never->save(new Key("old $i"));
        }
        $admin->exec("UPDATE $table SET key_expiration = key_expiration - 400");
        $never->save(new Key('held'));

        $other = sql_pdo($kind);
        $other->beginTransaction();
        (new PdoStore($other, $options, 0))->save(new Key('old 7'));
        (new PdoStore($other, $options, 0))->save(new Key('in the transaction'));

        $pdo = sql_pdo($kind);
        // A statement that waits for the transaction fails, and has removed nothing.
        $pdo->exec('mysql' === $kind ? 'SET innodb_lock_wait_timeout = 1' : "SET lock_timeout = '1s'");
        (new PdoStore($pdo, $options, 1))->save(new Key('mine'));
        same('beside it, all but the one that it has', 3, $count());
        $other->rollBack();
        (new PdoStore($pdo, $options, 1))->save(new Key('another'));
        same('after it, that one, too', 3, $count());
    });
}
?>
--EXPECT--
ok: mysql
ok: pgsql
