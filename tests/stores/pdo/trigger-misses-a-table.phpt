--TEST--
PdoStore: a trigger of the lock table that misses a table of its own is a failure; the lock is there
--EXTENSIONS--
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

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

function create_triggers(PDO $pdo, string $kind, string $table, string $audit): void
{
    $pdo->exec("CREATE TABLE $audit (x VARCHAR(99))");
    if ('pgsql' === $kind) {
        $pdo->exec("CREATE FUNCTION {$audit}_f() RETURNS trigger LANGUAGE plpgsql AS \$\$"
            ."BEGIN INSERT INTO $audit VALUES ('x'); RETURN COALESCE(NEW, OLD); END\$\$");
        $pdo->exec("CREATE TRIGGER {$audit}_t AFTER INSERT OR UPDATE OR DELETE ON $table"
            ." FOR EACH ROW EXECUTE PROCEDURE {$audit}_f()");

        return;
    }
    foreach (['INSERT', 'UPDATE', 'DELETE'] as $event) {
        $body = "INSERT INTO $audit VALUES ('x')";
        $body = 'sqlite' === $kind ? "BEGIN $body; END" : $body;
        $pdo->exec("CREATE TRIGGER {$audit}_$event AFTER $event ON $table FOR EACH ROW $body");
    }
}

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group($kind, function () use ($kind) {
        $table = fresh_table($kind);
        $audit = $table.'_audit';
        $pdo = sql_pdo($kind);
        $factory = new LockFactory($store = new PdoStore($pdo, ['db_table' => $table]));
        $store->createTable();
        create_triggers($pdo, $kind, $table, $audit);
        $lock = $factory->createLock('money', 60, false);
        same('acquired', true, $lock->acquire());

        $pdo->exec("DROP TABLE $audit");
        raises('not refreshed', LockAcquiringException::class, null, fn () => $lock->refresh());
        same('held', true, $lock->isAcquired());
        raises('not released', LockReleasingException::class, null, fn () => $lock->release());
        same('there is the row', 1, (int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn());
        $another = $factory->createLock('another', 60, false);
        raises('not acquired', LockAcquiringException::class, null, fn () => $another->acquire());

        $pdo->exec("CREATE TABLE $audit (x VARCHAR(99))");
        $lock->release();
        same('released', 0, (int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn());
        $pdo->exec("DROP TABLE $table");
        $lock->release();
        same('no table, no lock', false, $lock->isAcquired());
        $pdo->exec("DROP TABLE $audit");
        'pgsql' === $kind && $pdo->exec("DROP FUNCTION {$audit}_f()");
    });
}
?>
--EXPECT--
ok: sqlite
ok: mysql
ok: pgsql
