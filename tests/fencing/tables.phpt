--TEST--
PdoStore and DoctrineDbalStore: fencing tokens, from a sequence or a table beside the locks
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
pcntl
posix
--CONFLICTS--
lock_keys
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\StoreFactory;

use function Slock\fencing_token;

/** Also what stands beside the table is dropped at the end. */
function fenced_table(string $kind): string
{
    $table = fresh_table($kind);
    $owner = getmypid();
    'sqlite' === $kind || register_shutdown_function(static function () use ($kind, $table, $owner) {
        getmypid() === $owner && sql_pdo($kind)->exec(
            ('pgsql' === $kind ? 'DROP SEQUENCE' : 'DROP TABLE')." IF EXISTS {$table}_fence",
        );
    });

    return $table;
}

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    foreach (['PDO', 'DSN', 'DBAL'] as $way) {
        $class = 'DBAL' === $way ? DoctrineDbalStore::class : PdoStore::class;
        $make = fn (string $table, bool $fencing = true, float $gc = 0) => new $class(
            match ($way) { 'PDO' => sql_pdo($kind), 'DSN' => sql_dsn($kind), 'DBAL' => sql_dbal($kind) },
            sql_options($kind, ['db_table' => $table, 'fencing' => $fencing]),
            $gc,
        );

        group("$kind, $way", function () use ($kind, $way, $make) {
            $table = fenced_table($kind);
            fencing(fn (bool $fencing) => $make($table, $fencing));
            $before = (int) (microtime(true) * 1e6) - 3_600_000_000;
            [$token] = tokens($make($table), 'time', 1);
            between('about the time', $before, microtime(true) * 1e6 + 3_600_000_000, $token);
        });

        group("$kind, $way: whose lock has expired", function () use ($kind, $make) {
            [$one, $two] = [owner($store = $make($table = fenced_table($kind)), 'r'), owner($store, 'r')];
            $one->acquire();
            sql_pdo($kind)->exec("UPDATE $table SET key_expiration = 1000");
            same('taken over', true, $two->acquire());
            grow('tokens', [fencing_token($one), fencing_token($two)]);
            sql_pdo($kind)->exec("UPDATE $table SET key_expiration = 1000");
            raises(
                'the one before does not get it back with its old token',
                LockConflictedException::class,
                null,
                fn () => $one->refresh(),
            );
            $two->refresh();
            same('its own expired lock is refreshed', true, $two->isAcquired());
        });

        'DSN' === $way || group("$kind, $way: in a transaction", function () use ($kind, $way, $make) {
            $table = fenced_table($kind);
            $client = 'PDO' === $way ? sql_pdo($kind) : sql_dbal($kind);
            $class = 'PDO' === $way ? PdoStore::class : DoctrineDbalStore::class;
            // The table is there already, as of locks without tokens.
            (new $class($client, ['db_table' => $table], 0))->createTable();
            $store = new $class($client, ['db_table' => $table, 'fencing' => true], 0);
            $client->beginTransaction();
            if ('mysql' === $kind) {
                raises('nothing is made', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
                $left = "SELECT COUNT(*) FROM $table";
                $left = 'PDO' === $way ? $client->query($left)->fetchColumn() : $client->fetchOne($left);
                same('no lock is left', '0', (string) $left);
                $client->rollBack();
                grow('outside of it', tokens($store, 'outside', 2));
                $client->beginTransaction();
            }
            ($first = owner($store, 'r'))->acquire();
            same('within', true, is_int(fencing_token($first)));
            $client->rollBack();
            grow('then', [fencing_token($first), ...tokens($make($table), 'r', 2)]);
        });
    }

    group("$kind: createTable()", function () use ($kind) {
        foreach ([PdoStore::class, DoctrineDbalStore::class] as $class) {
            $client = PdoStore::class === $class ? sql_pdo($kind) : sql_dbal($kind);
            (new $class($client, ['db_table' => $table = fenced_table($kind), 'fencing' => true]))->createTable();
            $what = 'pgsql' === $kind ? 'SELECT last_value' : 'SELECT COUNT(*)';
            $found = sql_pdo($kind)->query("$what FROM {$table}_fence")->fetchColumn();
            check('is there', is_numeric($found), "$class: ".show($found));
        }
    });

    group("$kind: a URL", function () use ($kind) {
        foreach (['?fencing=1' => true, '?fencing=0' => false, '' => false] as $query => $fenced) {
            $store = StoreFactory::createStore(sql_url($kind).$query);
            $lock = owner($store, $name = unique());
            same("\"$query\"", [true, $fenced], [$lock->acquire(), null !== fencing_token($lock)]);
            $lock->release();
        }
        foreach (['?fencing=2', '?fencing=true', '?fencing=', '?fencing=10'] as $query) {
            $make = fn () => StoreFactory::createStore(sql_url($kind).$query);
            raises($query, InvalidArgumentException::class, '"fencing"', $make);
        }
        $dsn = sql_dsn($kind);
        $of_pdo = substr($dsn, strlen($kind) + 1).';user='.sql_user($kind).';password='.sql_password($kind);
        foreach (
            'sqlite' === $kind ? [] : [
                "$kind:fencing=1;$of_pdo" => true,
                "$kind:$of_pdo;fencing=1" => true,
                "$kind:$of_pdo;Fencing=1" => true,
                "$kind:$of_pdo;fencing=0" => false,
                "$kind:fencing=0;$of_pdo;fencing=1" => true,
                "$kind:$of_pdo" => false,
            ] as $asking => $fenced
        ) {
            foreach ([StoreFactory::createStore(...), fn ($dsn) => new PdoStore($dsn)] as $make) {
                $lock = owner($make($asking), $name = unique());
                $shown = str_replace($of_pdo, '…', $asking);
                same($shown, [true, $fenced], [$lock->acquire(), null !== fencing_token($lock)]);
                $lock->release();
            }
        }
        foreach ('sqlite' === $kind ? [] : ['2', '', 'true'] as $value) {
            $make = fn () => StoreFactory::createStore("$kind:$of_pdo;fencing=$value");
            raises("fencing=$value", InvalidArgumentException::class, '"fencing"', $make);
        }
        if ('mysql' === $kind) {
            foreach (["mysql:$of_pdo;fencing=1", sql_url($kind).'?fencing=1'] as $i => $asking) {
                $class = $i ? DoctrineDbalMysqlStore::class : MysqlStore::class;
                raises("advisory $i", InvalidArgumentException::class, 'no fencing', fn () => new $class($asking));
            }
        }
        raises('no bool', TypeError::class, '"fencing"', fn () => new PdoStore(sql_dsn($kind), ['fencing' => 1]));
    });

    if ('pgsql' === $kind) {
        continue;
    }

    group("$kind: a token that cannot be minted", function () use ($kind) {
        $table = fenced_table($kind);
        $store = new PdoStore($pdo = sql_pdo($kind), ['db_table' => $table, 'fencing' => true], 0);
        foreach (['held' => true, 'expired' => false] as $name => $held) {
            ($lock = owner($store, $name))->acquire();
            $token = fencing_token($lock);
            $held || $pdo->exec("UPDATE $table SET key_expiration = 1000");
            $pdo->exec("ALTER TABLE {$table}_fence RENAME TO {$table}_away");
            $pdo->exec("CREATE TABLE {$table}_fence (unlike_it INTEGER)");
            raises("$name: fails", LockAcquiringException::class, null, fn () => $lock->acquire());
            same("$name: what it had before", $held, $lock->isAcquired());
            $pdo->exec("DROP TABLE {$table}_fence");
            $pdo->exec("ALTER TABLE {$table}_away RENAME TO {$table}_fence");
            same("$name: again", true, $lock->acquire());
            grow("$name: tokens", [$token, fencing_token($lock)]);
        }
    });

    group("$kind: a number ahead of the clock, and what is pruned", function () use ($kind) {
        $table = fenced_table($kind);
        $store = new PdoStore($pdo = sql_pdo($kind), ['db_table' => $table, 'fencing' => true], 0);
        [$first] = tokens($store, 'r', 1);
        $ahead = (int) (microtime(true) * 1e6) + 3_600_000_000;
        $pdo->exec("UPDATE {$table}_fence SET key_fence = $ahead");
        ($store)->delete(new Key('r'));
        $pdo->exec("DELETE FROM $table");
        same('one more', [$ahead + 1, $ahead + 2], tokens($store, 'r', 2));
        $pruning = new PdoStore($pdo, ['db_table' => $table, 'fencing' => true], 1);
        owner($pruning, 'other')->acquire();
        same('stays', '2', (string) $pdo->query("SELECT COUNT(*) FROM {$table}_fence")->fetchColumn());
        $old = (int) (microtime(true) * 1e6) - 2 * 86_400_000_000;
        $id = hash('sha256', 'old');
        $pdo->exec("INSERT INTO {$table}_fence (key_id, key_fence) VALUES ('$id', $old)");
        owner($pruning, 'another')->acquire();
        same('goes', '3', (string) $pdo->query("SELECT COUNT(*) FROM {$table}_fence")->fetchColumn());
    });
}

group('mysql: whoever lost the lock before the token is minted gets none', function () {
    $table = fenced_table('mysql');
    $pdo = new class(sql_dsn('mysql'), sql_user('mysql'), sql_password('mysql')) extends PDO {
        public ?Closure $before = null;

        public function exec(string $statement): int|false
        {
            if ($this->before && str_contains($statement, '_fence')) {
                ($this->before)();
            }

            return parent::exec($statement);
        }
    };
    $options = ['db_table' => $table, 'fencing' => true];
    $store = new PdoStore($pdo, $options, 0);
    tokens($store, 'first', 1);
    $other = owner(new PdoStore($others = sql_pdo('mysql'), $options, 0), 'r');
    $pdo->before = function () use ($pdo, $other, $others, $table) {
        $pdo->before = null;
        $others->exec("UPDATE $table SET key_expiration = 1000 WHERE key_id = '".hash('sha256', 'r')."'");
        $other->acquire() || check('taken over', false);
    };
    same('refused', [false, null], [($lock = owner($store, 'r'))->acquire(), fencing_token($lock)]);
    same('the other one', true, $other->isAcquired());

    // The same by nobody of ours, so that what the driver says of the last statement can be trusted.
    $pdo->before = function () use ($pdo, $others, $table) {
        $pdo->before = null;
        $others->exec("UPDATE $table SET key_token = 'another' WHERE key_id = '".hash('sha256', 's')."'");
    };
    same('refused', [false, null], [($lock = owner($store, 's'))->acquire(), fencing_token($lock)]);

    // A statement of ours in the middle of the one that mints: its number is asked for.
    $pdo->before = function () use ($pdo, $store) {
        $pdo->before = null;
        owner($store, 'in between')->acquire() || check('in between', false);
    };
    $token = tokens($store, 'asked', 1);
    tokens($store, 'next', 1)[0] > $token[0] || check('a token', false, json_encode($token));

    $pdo->before = fn () => $others->exec("DELETE FROM $table WHERE key_id = '".hash('sha256', 'lost')."'");
    raises('always lost', LockAcquiringException::class, null, fn () => owner($store, 'lost')->acquire());
});

foreach (['pgsql', 'mysql'] as $kind) {
    foreach (['PDO', 'DBAL'] as $way) {
        group("$kind, $way: what is sent", function () use ($kind, $way) {
            $proxy = new SqlProxy($kind);
            $table = fenced_table($kind);
            $sent = [];
            $parameters = ['host' => '127.0.0.1', 'port' => $proxy->port]
                + ('pgsql' === $kind ? ['sslmode' => 'disable', 'gssencmode' => 'disable'] : []);
            foreach ([false, true] as $fencing) {
                $options = sql_options($kind, ['db_table' => $table, 'fencing' => $fencing]);
                $store = 'PDO' === $way
                    ? new PdoStore($proxy->dsn(), $options, 0)
                    : new DoctrineDbalStore(sql_dbal($kind, $parameters), $options, 0);
                tokens($store, unique(), 1);
                $sent[] = count($proxy->heard(fn () => owner($store, unique())->acquire()));
            }
            same('statements', 'pgsql' === $kind ? [1, 1] : [1, 2], $sent);
            $proxy->stop();
        });
    }
}

foreach (['PDO', 'DSN', 'DBAL'] as $way) {
    group("postgresql, $way: one sequence, whatever else the search_path has", function () use ($way) {
        $pdo = sql_pdo('pgsql');
        $schemas = array_map(fn ($i) => table()."_s$i", [1, 2, 3]);
        [$shared, $one, $two] = $schemas;
        $make = function (string $path, string $table) use ($way): object {
            $options = sql_options('pgsql', ['db_table' => $table, 'fencing' => true]);
            switch ($way) {
                case 'PDO':
                    ($client = sql_pdo('pgsql'))->exec("SET search_path = $path");

                    return new PdoStore($client, $options, 0);
                case 'DBAL':
                    ($client = sql_dbal('pgsql'))->executeStatement("SET search_path = $path");

                    return new DoctrineDbalStore($client, $options, 0);
                default:
                    return new PdoStore(sql_dsn('pgsql').";options='-c search_path=$path'", $options, 0);
            }
        };
        $turns = function (object ...$stores): array {
            $tokens = [];
            foreach ([0, 1, 0, 1, 0] as $i) {
                ($lock = owner($stores[$i], 'r'))->acquire() || check('acquired', false);
                $tokens[] = fencing_token($lock) - ($tokens[0] ?? 0);
                $lock->release();
            }

            return array_slice($tokens, 1);
        };
        try {
            array_map(fn ($schema) => $pdo->exec("CREATE SCHEMA $schema"), $schemas);
            foreach (['locks', '"Of its OWN"'] as $table) {
                (new PdoStore($pdo, ['db_table' => "$shared.$table"]))->createTable();
                $stores = [$make("$one,$shared", $table), $make("$two,$shared", $table)];
                same("$table: one after the other", [1, 2, 3, 4], $turns(...$stores));
            }
            // The table is made as well, by the first one.
            same('made', [1, 2, 3, 4], $turns($make("$shared,$one", 'made'), $make("$two,$shared", 'made')));
            $with_schema = $make($one, "$shared.locks");
            same('a name with its schema', [1, 2, 3, 4], $turns($with_schema, $make("$two,$shared", 'locks')));
            $asked = 'SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace';
            $found = $pdo->query("$asked WHERE relkind = 'S' AND nspname IN ('".implode("', '", $schemas)."')");
            same('where they are', [$shared, $shared, $shared], $found->fetchAll(PDO::FETCH_COLUMN));
        } finally {
            array_map(fn ($schema) => $pdo->exec("DROP SCHEMA IF EXISTS $schema CASCADE"), $schemas);
        }
    });
}

group('postgresql: without the right to make the sequence', function () {
    $pdo = sql_pdo('pgsql');
    $pdo->exec('CREATE SCHEMA '.($schema = table().'_s'));
    try {
        $table = "$schema.locks";
        (new PdoStore($pdo, ['db_table' => $table]))->createTable();
        $pdo->exec("REVOKE CREATE ON SCHEMA $schema FROM CURRENT_USER");
        $store = new PdoStore($pdo, ['db_table' => $table, 'fencing' => true], 0);
        foreach ([false, true] as $transaction) {
            $transaction && $pdo->beginTransaction();
            $e = raises('fails', LockAcquiringException::class, null, fn () => owner($store, 'r')->acquire());
            $said = $e->getPrevious()->getMessage();
            $asked = "CREATE SEQUENCE IF NOT EXISTS {$table}_fence START WITH";
            check('names the statement', str_contains($said, $asked), $said);
        }
        same('the transaction has not failed', 1, $pdo->query('SELECT 1')->fetchColumn());
        $pdo->rollBack();
        same('no lock is left', 0, $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn());
        $pdo->exec("GRANT CREATE ON SCHEMA $schema TO CURRENT_USER");
        $pdo->exec("CREATE SEQUENCE {$table}_fence");
        $pdo->exec("REVOKE CREATE ON SCHEMA $schema FROM CURRENT_USER");
        same('one that is there', [1, 2], tokens($store, 'r', 2));
    } finally {
        $pdo->inTransaction() && $pdo->rollBack();
        $pdo->exec("DROP SCHEMA $schema CASCADE");
    }
});

foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    group("$kind: processes, in turns", function () use ($kind) {
        $tokens = race(sql_url($kind).'?fencing=1', 4, 100, sql_extensions($kind));
        same('as many', 400, count($tokens));
        grow('all', $tokens);
    });
}
?>
--EXPECT--
ok: sqlite, PDO
ok: sqlite, PDO: whose lock has expired
ok: sqlite, PDO: in a transaction
ok: sqlite, DSN
ok: sqlite, DSN: whose lock has expired
ok: sqlite, DBAL
ok: sqlite, DBAL: whose lock has expired
ok: sqlite, DBAL: in a transaction
ok: sqlite: createTable()
ok: sqlite: a URL
ok: sqlite: a token that cannot be minted
ok: sqlite: a number ahead of the clock, and what is pruned
ok: mysql, PDO
ok: mysql, PDO: whose lock has expired
ok: mysql, PDO: in a transaction
ok: mysql, DSN
ok: mysql, DSN: whose lock has expired
ok: mysql, DBAL
ok: mysql, DBAL: whose lock has expired
ok: mysql, DBAL: in a transaction
ok: mysql: createTable()
ok: mysql: a URL
ok: mysql: a token that cannot be minted
ok: mysql: a number ahead of the clock, and what is pruned
ok: pgsql, PDO
ok: pgsql, PDO: whose lock has expired
ok: pgsql, PDO: in a transaction
ok: pgsql, DSN
ok: pgsql, DSN: whose lock has expired
ok: pgsql, DBAL
ok: pgsql, DBAL: whose lock has expired
ok: pgsql, DBAL: in a transaction
ok: pgsql: createTable()
ok: pgsql: a URL
ok: mysql: whoever lost the lock before the token is minted gets none
ok: pgsql, PDO: what is sent
ok: pgsql, DBAL: what is sent
ok: mysql, PDO: what is sent
ok: mysql, DBAL: what is sent
ok: postgresql, PDO: one sequence, whatever else the search_path has
ok: postgresql, DSN: one sequence, whatever else the search_path has
ok: postgresql, DBAL: one sequence, whatever else the search_path has
ok: postgresql: without the right to make the sequence
ok: sqlite: processes, in turns
ok: mysql: processes, in turns
ok: pgsql: processes, in turns
