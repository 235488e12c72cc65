--TEST--
PdoStore and DoctrineDbalStore: a table that was made in a transaction is made again where that was rolled back
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

/** A table's name, and what drops that and the sequence beside it. */
function made(string $kind): string
{
    $table = fresh_table($kind);
    'pgsql' === $kind && register_shutdown_function(
        static fn () => sql_pdo('pgsql')->exec("DROP SEQUENCE IF EXISTS {$table}_fence"),
    );

    return $table;
}

function store(PDO|Doctrine\DBAL\Connection $client, string $table, bool $fencing): PdoStore|DoctrineDbalStore
{
    $options = ['db_table' => $table, 'fencing' => $fencing];

    return $client instanceof PDO ? new PdoStore($client, $options, 0) : new DoctrineDbalStore($client, $options, 0);
}

/** What the connection answers: a transaction that has failed answers nothing. */
function answer(PDO|Doctrine\DBAL\Connection $client): string
{
    $asked = 'SELECT 7';

    return (string) ($client instanceof PDO ? $client->query($asked)->fetchColumn() : $client->fetchOne($asked));
}

foreach (['sqlite', 'pgsql'] as $kind) {
    foreach (['PDO', 'DBAL'] as $way) {
        $connect = fn () => 'PDO' === $way ? sql_pdo($kind) : sql_dbal($kind);
        foreach (['no table' => false, 'no table, fencing' => true, 'no sequence' => true] as $what => $fencing) {
            group("$kind, $way: $what", function () use ($kind, $connect, $what, $fencing) {
                $store = store($client = $connect(), $table = made($kind), $fencing);
                'no sequence' === $what && store($client, $table, false)->createTable();
                foreach (['first', 'second', 'third'] as $n) {
                    $client->beginTransaction();
                    $store->save($one = new Key('one'));
                    // This one finds what the one before has made.
                    $store->save($two = new Key('two'));
                    same("$n: held", [true, true], [$store->exists($one), $store->exists($two)]);
                    same("$n: the transaction goes on", '7', answer($client));
                    'third' === $n ? $client->commit() : $client->rollBack();
                }
                same('after the commit', [true, true], [$store->exists($one), $store->exists($two)]);
            });
        }
    }
}

foreach (['PDO', 'DBAL'] as $way) {
    $connect = fn () => 'PDO' === $way ? sql_pdo('pgsql') : sql_dbal('pgsql');

    group("pgsql, $way: createTable()", function () use ($connect) {
        $store = store($client = $connect(), made('pgsql'), true);
        foreach (['first', 'second'] as $n) {
            $client->beginTransaction();
            'first' === $n && $store->createTable();
            $store->save($key = new Key('x'));
            same("$n: held", true, $store->exists($key));
            $client->rollBack();
        }
    });

    // The failure itself cannot be kept from the transaction that has no savepoint.
    group("pgsql, $way: a table that is dropped ends one transaction, not each", function () use ($connect) {
        $store = store($client = $connect(), $table = made('pgsql'), false);
        $store->save(new Key('x'));
        foreach (['save' => 'save', 'exists' => 'exists', 'delete' => 'delete'] as $name => $method) {
            sql_pdo('pgsql')->exec("DROP TABLE $table");
            $client->beginTransaction();
            raises("$name fails", LockStorageException::class, $table, fn () => $store->$method(new Key('x')));
            $client->rollBack();
            $client->beginTransaction();
            $store->save($key = new Key('x'));
            same("$name: held", true, $store->exists($key));
            $client->commit();
            // Outside of a transaction it knows the table again.
            $store->save(new Key("$name y"));
        }
    });
}

group('pgsql: the savepoint of a table that was there already is the first lock\'s only', function () {
    $proxy = new SqlProxy('pgsql');
    $open = fn () => new PDO($proxy->dsn(), sql_user('pgsql'), sql_password('pgsql'));
    (new PdoStore(sql_pdo('pgsql'), ['db_table' => $there = made('pgsql')]))->createTable();
    $sent = function (PdoStore $store, PDO $pdo) use ($proxy): array {
        $counts = [];
        foreach ([1, 2] as $ignored) {
            $pdo->beginTransaction();
            foreach ([1, 2] as $ignored) {
                $counts[] = count($proxy->heard(fn () => $store->save(new Key(unique()))));
            }
            $pdo->commit();
        }
        $store->save(new Key(unique()));
        $pdo->beginTransaction();
        $counts[] = count($proxy->heard(fn () => $store->save(new Key(unique()))));
        $pdo->rollBack();

        return $counts;
    };
    // The savepoint, the row, and the end of the savepoint.
    same('was there', [3, 1, 1, 1, 1], $sent(store($pdo = $open(), $there, false), $pdo));
    // Made in a transaction, of whose end nobody tells: until there is a lock outside of one.
    $counts = $sent(store($pdo = $open(), made('pgsql'), false), $pdo);
    same('was made', [3, 3, 3, 1], array_slice($counts, 1));
    $proxy->stop();
});
?>
--EXPECT--
ok: sqlite, PDO: no table
ok: sqlite, PDO: no table, fencing
ok: sqlite, PDO: no sequence
ok: sqlite, DBAL: no table
ok: sqlite, DBAL: no table, fencing
ok: sqlite, DBAL: no sequence
ok: pgsql, PDO: no table
ok: pgsql, PDO: no table, fencing
ok: pgsql, PDO: no sequence
ok: pgsql, DBAL: no table
ok: pgsql, DBAL: no table, fencing
ok: pgsql, DBAL: no sequence
ok: pgsql, PDO: createTable()
ok: pgsql, PDO: a table that is dropped ends one transaction, not each
ok: pgsql, DBAL: createTable()
ok: pgsql, DBAL: a table that is dropped ends one transaction, not each
ok: pgsql: the savepoint of a table that was there already is the first lock's only
