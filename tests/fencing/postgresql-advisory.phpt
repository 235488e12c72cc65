--TEST--
PostgreSqlStore and DoctrineDbalPostgreSqlStore: fencing tokens, by a sequence in the statement that grants the lock
--EXTENSIONS--
ctype
pcntl
pdo
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/sql.inc';
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;
use Symfony\Component\Lock\Store\StoreFactory;

use function Slock\fencing_token;

$ways = [
    'DSN' => fn (bool $fencing = true) => new PostgreSqlStore(pg_dsn(), ['fencing' => $fencing]),
    'parameter of a DSN' => fn (bool $fencing = true) => new PostgreSqlStore(pg_dsn(['fencing' => (int) $fencing])),
    'URL' => fn (bool $fencing = true) => StoreFactory::createStore(pg_url(query: '?fencing='.(int) $fencing)),
    'PDO' => fn (bool $fencing = true) => new PostgreSqlStore(pg_pdo(), ['fencing' => $fencing]),
    'DBAL' => fn (bool $fencing = true) => new DoctrineDbalPostgreSqlStore(sql_dbal('pgsql'), ['fencing' => $fencing]),
];

foreach ($ways as $way => $make) {
    group($way, fn () => fencing($make));

    group("$way: readers of one process", function () use ($make) {
        $store = $make();
        ($writer = owner($store, 'readers', null))->acquire();
        $tokens = [fencing_token($writer)];
        $writer->acquireRead();
        $tokens[] = fencing_token($writer);
        ($other = owner($store, 'readers', null))->acquireRead();
        $tokens[] = fencing_token($other);
        same('not alone', [false, $tokens[1]], [$writer->acquire(), fencing_token($writer)]);
        $other->release();
        same('alone', true, $writer->acquire());
        $tokens[] = fencing_token($writer);
        $writer->release();
        ($other = owner($store, 'readers', null))->acquire();
        grow('tokens', [...$tokens, fencing_token($other)]);
        $other->release();
    });

    group("$way: a wait in the server", function () use ($make) {
        foreach (['acquire', 'acquireRead'] as $method) {
            foreach ([true, 10.0] as $wait) {
                $code = '$lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($argv[2]), '
                    .'new Symfony\Component\Lock\Store\PostgreSqlStore($argv[1], ["fencing" => true])); $lock->acquire(); '
                    .'echo Slock\fencing_token($lock), "\n"; usleep(300_000); $lock->release(); echo "released\n";';
                $child = Child::start($code, 'here', [], [], [pg_dsn(), $name = unique()]);
                $tokens = [(int) $said = $child->hear()];
                check('said', $tokens[0] > 0, $said);
                $lock = owner($make(), $name, null);
                $acquired = true === $wait
                    ? $lock->$method(true)
                    : Slock\acquire($lock, $wait, read: 'acquireRead' === $method);
                same('waits', true, $acquired);
                $tokens[] = fencing_token($lock);
                $child->finish();
                grow("$method", $tokens);
                $lock->release();
            }
        }
    });
}

/** What a store does in a schema without the sequence, which its user may make there, or may not. */
function in_schema(Closure $do): void
{
    $pdo = pg_pdo();
    $pdo->exec('CREATE SCHEMA '.($schema = table().'_s'));
    try {
        $do($pdo, $schema);
    } finally {
        $pdo->inTransaction() && $pdo->rollBack();
        $pdo->exec("DROP SCHEMA $schema CASCADE");
    }
}

group('no sequence', fn () => in_schema(function (PDO $pdo, string $schema) {
    foreach ([
        'DSN' => fn () => new PostgreSqlStore(pg_dsn(['options' => "'-c search_path=$schema'"]), ['fencing' => true]),
        'PDO' => fn () => new PostgreSqlStore($pdo, ['fencing' => true]),
    ] as $way => $make) {
        $pdo->exec("SET search_path = $schema");
        $pdo->exec('DROP SEQUENCE IF EXISTS slock_fence');
        $pdo->exec("REVOKE CREATE ON SCHEMA $schema FROM CURRENT_USER");
        $acquire = fn () => owner($make(), $way, null)->acquire();
        $e = raises("$way: not allowed", LockAcquiringException::class, null, $acquire);
        $said = $e->getPrevious()->getMessage();
        check($way, str_contains($said, 'CREATE SEQUENCE IF NOT EXISTS slock_fence START WITH'), $said);
        check($way, str_contains($said, $schema), $said);
        $free = owner(new PostgreSqlStore(pg_dsn()), $way, null);
        same("$way: nothing is locked", true, $free->acquire());
        $free->release();
        $pdo->exec("GRANT CREATE ON SCHEMA $schema TO CURRENT_USER");
        grow($way, tokens($make(), $way, 3));
    }
}));

/** A process that takes the lock, when it has connected and been told to, and tells the token. */
const TAKES = <<<'PHP'
    require "$argv[1]/sql.inc";
    require "$argv[1]/sql-table.inc";
    [, , $way, $schema, $name, $waits] = $argv;
    $at = match ($way) {
        'DSN' => pg_dsn(['options' => "'-c search_path=$schema'"]),
        'PDO' => pg_pdo(),
        'DBAL' => sql_dbal('pgsql'),
    };
    'PDO' === $way && $at->exec("SET search_path = $schema");
    'DBAL' === $way && $at->executeStatement("SET search_path = $schema");
    $store = 'Symfony\Component\Lock\Store\\'.('DBAL' === $way ? 'DoctrineDbal' : '').'PostgreSqlStore';
    $lock = fn ($fencing) => new Symfony\Component\Lock\Lock(
        new Symfony\Component\Lock\Key($name),
        new $store($at, ['fencing' => $fencing]),
        null,
        false,
    );
    ($connects = $lock(false))->acquire();
    $connects->release();
    echo "connected\n";
    fgets(STDIN);
    try {
        echo ($owner = $lock(true))->acquire((bool) $waits) ? Slock\fencing_token($owner) : 'false', "\n";
    } catch (Throwable $e) {
        echo $e->getPrevious()->getMessage(), "\n";
    }
    PHP;

group('another process makes the sequence', fn () => in_schema(function (PDO $pdo, string $schema) {
    $proxy = new FaultProxy(['PGSQL_PORT' => [getenv('SLOCK_TEST_PGSQL_HOST').':'.getenv('SLOCK_TEST_PGSQL_PORT')]]);
    $pdo->exec("SET search_path = $schema");
    foreach (['DSN', 'PDO', 'DBAL'] as $way) {
        foreach ([0, 1] as $waits) {
            $pdo->exec('DROP SEQUENCE IF EXISTS slock_fence');
            $arguments = [__DIR__.'/../inc', $way, $schema, unique(), $waits];
            $child = Child::start(TAKES, 'here', ['pdo', 'pdo_pgsql'], [], $arguments);
            same("$way $waits", 'connected', $child->hear());
            $proxy->does('hold');
            $answers = $proxy->altered();
            $child->say('go');
            check("$way $waits: the refusal is on its way", eventually(fn () => $proxy->altered() > $answers, 5));
            $pdo->exec('CREATE SEQUENCE slock_fence START WITH 7');
            $proxy->does('pass');
            same("$way $waits: acquired", '7', $child->hear());
            $child->finish();
        }
    }
    $proxy->stop();
}));

group('no sequence, in a transaction', fn () => in_schema(function (PDO $pdo, string $schema) {
    $pdo->exec("SET search_path = $schema");
    $pdo->beginTransaction();
    $store = new PostgreSqlStore($pdo, ['fencing' => true]);
    $e = raises('is not made', LockAcquiringException::class, null, fn () => owner($store, 'r', null)->acquire());
    $said = $e->getPrevious()->getMessage();
    check('names the statement', str_contains($said, 'CREATE SEQUENCE IF NOT EXISTS slock_fence'), $said);
    same('goes on', 1, $pdo->query('SELECT 1')->fetchColumn());
    $pdo->commit();
    $tokens = tokens($store, 'r', 2);
    $pdo->beginTransaction();
    ($lock = owner($store, 'q', null))->acquire();
    $tokens[] = fencing_token($lock);
    $pdo->rollBack();
    $lock->release();
    grow('tokens', [...$tokens, ...tokens($store, 'q', 1)]);
}));

/** The ways to a store in this schema: each with the user's session, in which transactions can be begun, or null. */
function stores_in(string $schema): array
{
    $options = ['fencing' => true];
    ($pdo = pg_pdo())->exec("SET search_path = $schema");
    ($dbal = sql_dbal('pgsql'))->executeStatement("SET search_path = $schema");

    return [
        'DSN' => [new PostgreSqlStore(pg_dsn(['options' => "'-c search_path=$schema'"]), $options), null],
        'PDO' => [new PostgreSqlStore($pdo, $options), $pdo],
        'DBAL' => [new DoctrineDbalPostgreSqlStore($dbal, $options), $dbal],
    ];
}

group('a sequence that somebody drops', fn () => in_schema(function (PDO $pdo, string $schema) {
    $pdo->exec("SET search_path = $schema");
    foreach (stores_in($schema) as $way => [$store, $session]) {
        foreach ([false, true] as $waits) {
            $tokens = tokens($store, $resource = unique(), 1);
            $pdo->exec('DROP SEQUENCE slock_fence');
            same("$way: acquired", true, ($lock = owner($store, "$resource, 2", null))->acquire($waits));
            $lock->release();
            grow($way, [...$tokens, ...tokens($store, "$resource, 3", 1)]);
        }
        if ($session) {
            $pdo->exec('DROP SEQUENCE slock_fence');
            foreach (['relation "slock_fence" does not exist', 'CREATE SEQUENCE IF NOT EXISTS slock_fence'] as $words) {
                $session->beginTransaction();
                $acquire = fn () => owner($store, unique(), null)->acquire();
                $said = raises($way, LockAcquiringException::class, null, $acquire)->getPrevious()->getMessage();
                check("$way: in a transaction", str_contains($said, $words), $said);
                $session->rollBack();
            }
            grow("$way: made outside", tokens($store, unique(), 1));
        }
    }
}));

group('no right to the sequence, in a transaction', fn () => in_schema(function (PDO $pdo, string $schema) {
    $pdo->exec("SET search_path = $schema");
    $pdo->exec('CREATE SEQUENCE slock_fence');
    $pdo->exec('REVOKE ALL ON SEQUENCE slock_fence FROM CURRENT_USER');
    foreach (array_slice(stores_in($schema), 1) as $way => [$store, $session]) {
        $session->beginTransaction();
        foreach ([false, true] as $waits) {
            $acquire = fn () => owner($store, 'r', null)->acquire($waits);
            $said = raises($way, LockAcquiringException::class, null, $acquire)->getPrevious()->getMessage();
            check("$way: says so", str_contains($said, 'GRANT USAGE ON SEQUENCE slock_fence'), $said);
            same("$way: nothing is locked", true, ($free = owner(new PostgreSqlStore(pg_dsn()), 'r', null))->acquire());
            $free->release();
        }
        $sum = 'SELECT 1 + 1';
        $answer = $session instanceof PDO ? $session->query($sum)->fetchColumn() : $session->fetchOne($sum);
        same("$way: goes on", 2, (int) $answer);
        $session->commit();
        $said = raises($way, LockAcquiringException::class, null, $acquire)->getPrevious()->getMessage();
        check("$way: outside", str_contains($said, 'permission denied for sequence slock_fence'), $said);
        $pdo->exec('GRANT USAGE ON SEQUENCE slock_fence TO CURRENT_USER');
        $session->beginTransaction();
        same("$way: granted", true, ($lock = owner($store, 'r', null))->acquire());
        $lock->release();
        $session->commit();
        $pdo->exec('REVOKE ALL ON SEQUENCE slock_fence FROM CURRENT_USER');
    }
}));

group('no right to the sequence', fn () => in_schema(function (PDO $pdo, string $schema) {
    $pdo->exec("SET search_path = $schema");
    $pdo->exec('CREATE SEQUENCE slock_fence');
    $pdo->exec('REVOKE ALL ON SEQUENCE slock_fence FROM CURRENT_USER');
    $store = new PostgreSqlStore(pg_dsn(['options' => "'-c search_path=$schema'"]), ['fencing' => true]);
    foreach ([false, true] as $waits) {
        $e = raises('refused', LockAcquiringException::class, null, fn () => owner($store, 'r', null)->acquire($waits));
        check('says so', str_contains($e->getPrevious()->getMessage(), 'slock_fence'), $e->getPrevious()->getMessage());
        same('nothing is locked', true, ($free = owner(new PostgreSqlStore(pg_pdo()), 'r', null))->acquire());
        $free->release();
    }
}));

group('what is sent', function () {
    foreach (['PDO', 'DSN'] as $way) {
        $proxy = new SqlProxy('pgsql');
        $sent = [];
        foreach ([false, true] as $fencing) {
            $store = new PostgreSqlStore(
                'PDO' === $way ? new PDO($proxy->dsn(), sql_user('pgsql'), sql_password('pgsql')) : $proxy->dsn(),
                ['db_username' => sql_user('pgsql'), 'db_password' => sql_password('pgsql'), 'fencing' => $fencing],
            );
            foreach ([1, 2] as $ignored) {
                tokens($store, unique(), 1);
            }
            foreach ([false, true] as $waits) {
                $messages = $proxy->heard(fn () => owner($store, unique(), null)->acquire($waits));
                $sent[(int) $fencing][] = count(preg_grep('/Query|Sync/', $messages));
            }
        }
        same($way, $sent[0], $sent[1]);
        check("$way: one", $sent[1][0] === 1, json_encode($sent));
        $proxy->stop();
    }
});

group('options', function () {
    raises('no bool', TypeError::class, '"fencing"', fn () => new PostgreSqlStore(pg_dsn(), ['fencing' => 1]));
    $mysql = fn () => new MysqlStore(my_dsn(), ['fencing' => true]);
    raises('MySQL', InvalidArgumentException::class, '"fencing"', $mysql);
    foreach (['x', '2'] as $value) {
        $make = fn () => new PostgreSqlStore(pg_dsn(['fencing' => $value]));
        raises($value, InvalidArgumentException::class, '"fencing"', $make);
    }
});

group('processes, in turns', function () {
    $tokens = race(pg_url(query: '?fencing=1'), 4, 200);
    same('as many', 800, count($tokens));
    grow('all', $tokens);
});
?>
--EXPECT--
ok: DSN
ok: DSN: readers of one process
ok: DSN: a wait in the server
ok: parameter of a DSN
ok: parameter of a DSN: readers of one process
ok: parameter of a DSN: a wait in the server
ok: URL
ok: URL: readers of one process
ok: URL: a wait in the server
ok: PDO
ok: PDO: readers of one process
ok: PDO: a wait in the server
ok: DBAL
ok: DBAL: readers of one process
ok: DBAL: a wait in the server
ok: no sequence
ok: another process makes the sequence
ok: no sequence, in a transaction
ok: a sequence that somebody drops
ok: no right to the sequence, in a transaction
ok: no right to the sequence
ok: what is sent
ok: options
ok: processes, in turns
