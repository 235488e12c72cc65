--TEST--
PdoStore, DoctrineDbalStore: a persistent connection by DSN is not the one that the user has for the same DSN, whose transaction goes its own way
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

function beside_a_transaction(string $kind, PDO $users, Closure $make): void
{
    $locks = fresh_table($kind);
    $data = fresh_table($kind);
    $users->exec("CREATE TABLE $data (a INT)");
    $users->beginTransaction();
    $users->exec("INSERT INTO $data VALUES (1)");
    $store = $make($locks);
    $lock = (new LockFactory($store))->createLock($name = unique());
    same('the table is created, and the lock taken', true, $lock->acquire());
    $other = (new LockFactory(new PdoStore(sql_pdo($kind), ['db_table' => $locks])))->createLock($name);
    same('seen by others', false, $other->acquire());
    unset($lock, $store);
    same('the transaction goes on', true, $users->inTransaction());
    same('nobody has ended it', 0, (int) sql_pdo($kind)->query("SELECT COUNT(*) FROM $data")->fetchColumn());
    $users->commit();
    same('with all of it', 1, (int) sql_pdo($kind)->query("SELECT COUNT(*) FROM $data")->fetchColumn());
}

$persistent = [PDO::ATTR_PERSISTENT => true];
foreach (['mysql', 'pgsql'] as $kind) {
    foreach (['PDO' => true, 'PDO with a key' => 'mine'] as $how => $key) {
        $options = [PDO::ATTR_PERSISTENT => $key];
        group("$kind, $how", fn () => beside_a_transaction(
            $kind,
            sql_pdo($kind, $options),
            fn ($table) => new PdoStore(
                sql_dsn($kind),
                ['db_table' => $table] + sql_options($kind, ['db_connection_options' => $options]),
                0,
            ),
        ));
    }
    // An object that Doctrine makes of the same URL.
    group("$kind, Doctrine", fn () => beside_a_transaction(
        $kind,
        sql_dbal($kind, ['persistent' => '1'])->getNativeConnection(),
        fn ($table) => new DoctrineDbalStore(sql_url($kind).'?persistent=1', ['db_table' => $table], 0),
    ));
}
?>
--EXPECT--
ok: mysql, PDO
ok: mysql, PDO with a key
ok: mysql, Doctrine
ok: pgsql, PDO
ok: pgsql, PDO with a key
ok: pgsql, Doctrine
