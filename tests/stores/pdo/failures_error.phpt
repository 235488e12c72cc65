--TEST--
PdoStore and DoctrineDbalStore: what goes wrong is told with the server's words and address, and never with the password
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

/** Everything that a log would show of an exception, arguments of all frames included. */
function everything(?Throwable $e): string
{
    for ($text = ''; $e; $e = $e->getPrevious()) {
        $text .= $e->getMessage().$e->getTraceAsString().print_r(
            array_map(
                fn ($frame) => array_map(fn ($a) => is_object($a) ? $a::class : $a, $frame['args'] ?? []),
                $e->getTrace(),
            ),
            true,
        );
    }

    return $text;
}

/** @param list<string> $words of which the message has one */
function fails(string $what, object $store, array $words, string $address, #[SensitiveParameter] array $secrets): void
{
    $lock = new Lock(new Key('failing'), $store);
    try {
        $got = $lock->acquire();
        check($what, false, 'acquire() returned '.show($got));
    } catch (LockAcquiringException $e) {
        $cause = $e->getPrevious();
        check(
            "$what: a storage error",
            $cause instanceof Symfony\Component\Lock\Exception\LockStorageException,
            chain($e),
        );
        check(
            "$what: the server's words",
            (bool) array_filter($words, fn ($word) => str_contains($cause->getMessage(), $word)),
            chain($e),
        );
        check("$what: the address", str_contains($cause->getMessage(), $address), chain($e));
        foreach ($secrets as $secret) {
            check("$what: no password", !str_contains(everything($e), $secret), "it shows");
        }
    }
}

$closed = stream_socket_server('tcp://127.0.0.1:0');
$port = substr(strrchr(stream_socket_get_name($closed, false), ':'), 1);
fclose($closed);
foreach (['mysql', 'pgsql'] as $kind) {
    $upper = strtoupper($kind);
    [$host, $right, $db] = [setting("{$upper}_HOST"), setting("{$upper}_PORT"), setting("{$upper}_DB")];
    [$user, $password] = [sql_user($kind), sql_password($kind)];
    $dsn = fn (array $with = []) => sprintf(
        '%s:host=%s;port=%s;dbname=%s',
        $kind,
        $with['host'] ?? $host,
        $with['port'] ?? $right,
        $with['db'] ?? $db,
    );
    $url = fn (array $with = []) => sprintf(
        '%s://%s:%s@%s:%s/%s',
        $kind,
        $with['user'] ?? $user,
        $with['password'] ?? $password,
        $with['host'] ?? $host,
        $with['port'] ?? $right,
        $with['db'] ?? $db,
    );
    $weak = ['user' => setting("{$upper}_WEAK_USER"), 'password' => setting("{$upper}_WEAK_PASSWORD")];
    $cases = [
        'wrong port' => [['port' => $port], ['refused', 'Connection refused'], "port=$port"],
        'wrong host' => [
            ['host' => 'nowhere.invalid'],
            ['getaddrinfo', 'translate host', 'not known'],
            'host=nowhere.invalid',
        ],
        'wrong password' => [
            ['password' => 'my-wrong-secret'],
            ['Access denied', 'password authentication failed'],
            "dbname=$db",
        ],
        'wrong user' => [['user' => 'nobody_here'], ['Access denied', 'password authentication failed'], "dbname=$db"],
        'wrong database' => [
            ['db' => 'no_such_db'],
            ['Unknown database', 'Access denied', 'does not exist'],
            'dbname=no_such_db',
        ],
        'no permission' => [$weak, ['denied', 'permission'], "dbname=$db"],
    ];
    foreach ($cases as $what => [$with, $words, $address]) {
        group("$kind, $what", function () use ($what, $with, $words, $address, $kind, $dsn, $url, $user, $password) {
            $with += ['user' => $user, 'password' => $password];
            $options = [
                'db_table' => table().'_failing',
                'db_username' => $with['user'],
                'db_password' => $with['password'],
            ];
            fails('options', new PdoStore($dsn($with), $options), $words, $address, [$with['password']]);
            unset($options['db_username'], $options['db_password']);
            fails(
                'DSN',
                new PdoStore($dsn($with).";user=$with[user];password=$with[password]", $options),
                $words,
                $address,
                [$with['password']],
            );
            fails('URL', new PdoStore($url($with), $options), $words, $address, [$with['password']]);
            fails('DBAL', new DoctrineDbalStore($url($with), $options), $words, $address, [$with['password']]);
        });
    }
    group("$kind, a password that the server repeats", function () use ($dsn, $db) {
        $store = new PdoStore($dsn(), [
            'db_username' => 'same-secret',
            'db_password' => 'same-secret',
            'db_table' => table().'_failing',
        ]);
        fails('the name of a user', $store, ['***'], "dbname=$db", ['same-secret']);
    });
    group("$kind, the server goes away and comes back", function () use ($kind) {
        $proxy = new SqlProxy($kind);
        $store = new PdoStore($proxy->dsn(), sql_options($kind), 0);
        $dbal = new DoctrineDbalStore($proxy->url(), ['db_table' => table()], 0);
        drop_table_at_the_end($kind);
        foreach (['PDO' => $store, 'DBAL' => $dbal] as $what => $store) {
            $lock = new Lock($key = new Key("again $what"), $store, 30, false);
            same("$what: before", true, $lock->acquire());
            $proxy->stop();
            fails(
                "$what: stopped",
                $store,
                ['gone away', 'lost', 'closed', 'refused', 'no connection', 'terminat'],
                "port=$proxy->port",
                [sql_password($kind)],
            );
            raises(
                "$what: not known",
                Symfony\Component\Lock\Exception\LockStorageException::class,
                null,
                fn () => $store->exists($key),
            );
            raises(
                "$what: nothing is released",
                Symfony\Component\Lock\Exception\LockReleasingException::class,
                null,
                fn () => $lock->release(),
            );
            $proxy->start();
            same("$what: after", true, $lock->isAcquired());
            $lock->release();
            same("$what: released", false, $lock->isAcquired());
        }
    });
    group("$kind, the server ends the session", function () use ($kind) {
        $options = sql_options($kind);
        if ('mysql' === $kind) {
            // By it the session is told from those of tests that run beside this one.
            $begin = "DO GET_LOCK('".($mark = unique())."', 0)";
            $options['db_connection_options'][PDO::MYSQL_ATTR_INIT_COMMAND] = $begin;
        }
        $store = new PdoStore(sql_dsn($kind), $options, 0);
        $lock = new Lock(new Key('ended'), $store, 30, false);
        $lock->acquire();
        if ('mysql' === $kind) {
            $admin = new PDO(sql_dsn($kind), setting('MYSQL_ADMIN_USER'), setting('MYSQL_ADMIN_PASSWORD'));
            $holder = fn () => $admin->query("SELECT IS_USED_LOCK('$mark')")->fetchColumn();
            check('the session is known', null !== $session = $holder());
            $admin->exec("KILL $session");
            eventually(fn () => $session !== $holder());
        } else {
            sql_pdo($kind)->query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = '"
                    .sql_user($kind)."' AND query LIKE '%".table()."%'",
            )->fetchAll();
        }
        same('the next call opens another one', true, $lock->isAcquired());
        $lock->refresh();
        $lock->release();
        same('released', false, $lock->isAcquired());
    });
}
group('SQLite', function () {
    fails('no directory', new PdoStore('sqlite:/nowhere/at/all.db'), ['unable to open'], '/nowhere/at/all.db', []);
    file_put_contents($file = temporary_directory().'/file.db', str_repeat('not a database', 100));
    fails('another file', new PdoStore("sqlite:$file"), ['not a database'], $file, []);
});
group('an error mode that was changed later', function () {
    foreach ([PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING] as $mode) {
        $store = new PdoStore($pdo = sql_pdo('sqlite'), ['db_table' => 'late']);
        $store->save($key = new Key('late'));
        $pdo->setAttribute(PDO::ATTR_ERRMODE, $mode);
        $pdo->exec('DROP TABLE late');
        same('a missing table', false, @$store->exists($key));
        $pdo->exec('CREATE TABLE late (something INTEGER)');
        foreach ([
            'save' => [$key],
            'exists' => [$key],
            'delete' => [$key],
            'putOffExpiration' => [$key, 10.0],
        ] as $method => $arguments) {
            raises(
                $method,
                Symfony\Component\Lock\Exception\LockStorageException::class,
                'no',
                fn () => @$store->$method(...$arguments),
            );
        }
        $pdo->exec('DROP TABLE late');
    }
});
?>
--EXPECT--
ok: mysql, wrong port
ok: mysql, wrong host
ok: mysql, wrong password
ok: mysql, wrong user
ok: mysql, wrong database
ok: mysql, no permission
ok: mysql, a password that the server repeats
ok: mysql, the server goes away and comes back
ok: mysql, the server ends the session
ok: pgsql, wrong port
ok: pgsql, wrong host
ok: pgsql, wrong password
ok: pgsql, wrong user
ok: pgsql, wrong database
ok: pgsql, no permission
ok: pgsql, a password that the server repeats
ok: pgsql, the server goes away and comes back
ok: pgsql, the server ends the session
ok: SQLite
ok: an error mode that was changed later
