--TEST--
DoctrineDbalStore: a transaction that was begun beneath Doctrine is not ended when the table is missing
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pgsql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

foreach (['pdo_mysql' => 'mysql', 'pdo_pgsql' => 'pgsql', 'pgsql' => 'pgsql'] as $driver => $kind) {
    group($driver, function () use ($driver, $kind) {
        $data = fresh_table($kind);
        $locks = fresh_table($kind);
        $connection = sql_dbal($kind, ['driver' => $driver]);
        $connection->executeStatement("CREATE TABLE $data (a INT)");
        $native = $connection->getNativeConnection();
        $native instanceof PDO ? $native->beginTransaction() : pg_query($native, 'BEGIN');
        $connection->executeStatement("INSERT INTO $data VALUES (1)");
        $lock = (new LockFactory(new DoctrineDbalStore($connection, ['db_table' => $locks], 0)))->createLock(unique());
        if ('mysql' === $kind) {
            // Creating it would commit what has been begun.
            raises('no table', LockAcquiringException::class, null, fn () => $lock->acquire());
        } else {
            same('taken', true, $lock->acquire());
        }
        same('it goes on', 1, $connection->executeStatement("INSERT INTO $data VALUES (2)"));
        same(
            'not committed',
            0,
            (int) sql_pdo($kind)->query("SELECT COUNT(*) FROM $data")->fetchColumn(),
        );
        $native instanceof PDO ? $native->commit() : pg_query($native, 'COMMIT');
        same('then committed', 2, (int) $connection->fetchOne("SELECT COUNT(*) FROM $data"));
    });
}
?>
--EXPECT--
ok: pdo_mysql
ok: pdo_pgsql
ok: pgsql
