--TEST--
PdoStore and DoctrineDbalStore: in a transaction the first lock makes the table, but not with MySQL
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    foreach (['PDO', 'DBAL'] as $way) {
        group("$kind, $way", function () use ($kind, $way) {
            $options = ['db_table' => $table = fresh_table($kind)];
            $client = 'PDO' === $way ? sql_pdo($kind) : sql_dbal($kind);
            $store = 'PDO' === $way ? new PdoStore($client, $options, 0) : new DoctrineDbalStore($client, $options, 0);
            $client->beginTransaction();
            if ('mysql' === $kind) {
                // There, creating a table would commit what the user has begun.
                raises('not by MySQL', LockStorageException::class, $table, fn () => $store->save(new Key('x')));
                same(
                    'the transaction goes on',
                    true,
                    'PDO' === $way ? $client->inTransaction() : $client->isTransactionActive(),
                );
                $client->rollBack();

                return;
            }
            $store->save($key = new Key('x'));
            same('held', true, $store->exists($key));
            $store->save($key);
            raises('refused', LockConflictedException::class, null, fn () => $store->save(new Key('x')));
            same('still held', true, $store->exists($key));
            $client->commit();
            same('held after the commit', true, $store->exists($key));
            $client->beginTransaction();
            $store->save($other = new Key('y'));
            same('another transaction', true, $store->exists($other));
            $client->rollBack();
            same('is rolled back', false, $store->exists($other));
        });
    }
}
?>
--EXPECT--
ok: sqlite, PDO
ok: sqlite, DBAL
ok: mysql, PDO
ok: mysql, DBAL
ok: pgsql, PDO
ok: pgsql, DBAL
