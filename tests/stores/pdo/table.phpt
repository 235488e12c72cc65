--TEST--
PdoStore and DoctrineDbalStore: the table is made by the first lock, also in a transaction, under any name, and pruned
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

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

/** A fresh table name; dropped at the end. */
function fresh(string $kind): string
{
    static $n = 0;
    drop_table_at_the_end($kind, $table = table().'_'.++$n);

    return $table;
}

$count = fn (PDO $pdo, string $table) => (int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn();

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group("$kind: names", function () use ($kind, $count) {
        $options = [
            'db_table' => $table = fresh($kind),
            'db_id_col' => 'the_id',
            'db_token_col' => 'the_token',
            'db_expiration_col' => 'the_end',
        ];
        $store = new PdoStore($pdo = sql_pdo($kind), $options, 0);
        $store->save($key = new Key('a name'));
        $row = $pdo->query("SELECT the_id, the_token, the_end FROM $table")->fetchAll(PDO::FETCH_ASSOC);
        same('one row', 1, count($row));
        same('the id', hash('sha256', 'a name'), $row[0]['the_id']);
        same('the token', $key->getState(PdoStore::class), $row[0]['the_token']);
        between(
            'the expiry, never before the lock ends',
            microtime(true) + 299.9,
            microtime(true) + 301.1,
            (float) $row[0]['the_end'],
        );
        $store->putOffExpiration($key, 10.5);
        between(
            'put off',
            microtime(true) + 10.4,
            microtime(true) + 11.6,
            (float) $pdo->query("SELECT the_end FROM $table")->fetchColumn(),
        );
    });
    group("$kind: createTable()", function () use ($kind) {
        $store = new PdoStore($pdo = sql_pdo($kind), $options = ['db_table' => fresh($kind)], 0);
        $store->createTable();
        raises('twice', PDOException::class, 'exist', fn () => $store->createTable());
        $dbal = new DoctrineDbalStore(sql_dbal($kind), $options, 0);
        raises('by DBAL', Doctrine\DBAL\Exception\TableExistsException::class, null, fn () => $dbal->createTable());
        $dbal->save($key = new Key('x'));
        same('they share it', false, $store->exists(new Key('x')));
        $dbal = new DoctrineDbalStore(sql_dbal($kind), ['db_table' => $table = fresh($kind)], 0);
        $dbal->createTable();
        $store = new PdoStore($pdo, ['db_table' => $table], 0);
        $store->save($key = new Key('x'));
        same('the other way round', true, $store->exists($key));
    });
    foreach (['PDO', 'DBAL'] as $way) {
        group("$kind, $way: in a transaction", function () use ($kind, $way) {
            $options = ['db_table' => $table = fresh($kind)];
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
            raises(
                'refused',
                Symfony\Component\Lock\Exception\LockConflictedException::class,
                null,
                fn () => $store->save(new Key('x')),
            );
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
    group("$kind: pruning", function () use ($kind, $count) {
        $options = ['db_table' => $table = fresh($kind)];
        $never = new PdoStore($pdo = sql_pdo($kind), $options, 0);
        foreach (range(1, 3) as $i) {
            $never->save(new Key("old $i"));
        }
        $never->save($live = new Key('live'));
        $pdo->exec(
            "UPDATE $table SET key_expiration = key_expiration - 400 WHERE key_id <> '".hash('sha256', 'live')."'",
        );
        $never->save($live);
        same('never', 4, $count($pdo, $table));
        (new PdoStore($pdo, $options, 1))->save(new Key('new'));
        same('always', 2, $count($pdo, $table));
        same('what is held stays', true, $never->exists($live));
        foreach (range(1, 400) as $i) {
            (new PdoStore($pdo, $options, 0.5))->save($live);
        }
        $pdo->exec(
            "UPDATE $table SET key_expiration = key_expiration - 400 WHERE key_id <> '".hash('sha256', 'live')."'",
        );
        for ($i = 0; $i < 200 && 2 === $count($pdo, $table); ++$i) {
            (new PdoStore($pdo, $options, 0.5))->save($live);
        }
        same('now and then', 1, $count($pdo, $table));
    });
}
group('a table that was dropped', function () {
    $store = new PdoStore($pdo = sql_pdo('sqlite'), ['db_table' => 'dropped'], 0);
    $store->save($key = new Key('x'));
    $pdo->exec('DROP TABLE dropped');
    same('holds nothing', false, $store->exists($key));
    $store->delete($key);
    raises(
        'nothing to put off',
        Symfony\Component\Lock\Exception\LockConflictedException::class,
        null,
        fn () => $store->putOffExpiration($key, 5),
    );
    $store->save($key);
    same('is made again', true, $store->exists($key));
});
group('a subclass with a table of its own', function () {
    $store = new class(sql_pdo('sqlite'), ['db_table' => 'subclass']) extends PdoStore {
        public int $created = 0;

        public function createTable(): void
        {
            ++$this->created;
            parent::createTable();
        }
    };
    $store->save(new Key('x'));
    $store->save(new Key('y'));
    same('is asked to create it', 1, $store->created);
});
?>
--EXPECT--
ok: sqlite: names
ok: sqlite: createTable()
ok: sqlite, PDO: in a transaction
ok: sqlite, DBAL: in a transaction
ok: sqlite: pruning
ok: mysql: names
ok: mysql: createTable()
ok: mysql, PDO: in a transaction
ok: mysql, DBAL: in a transaction
ok: mysql: pruning
ok: pgsql: names
ok: pgsql: createTable()
ok: pgsql, PDO: in a transaction
ok: pgsql, DBAL: in a transaction
ok: pgsql: pruning
ok: a table that was dropped
ok: a subclass with a table of its own
