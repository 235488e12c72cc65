--TEST--
StoreFactory: every DSN and object of a database leads to a store that works, advisory or not, and without Doctrine too
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--CONFLICTS--
lock_keys
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
define('WITHOUT_DBAL', true);    // at first
require __DIR__.'/../inc/sql-table.inc';
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\UnserializableKeyException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\StoreFactory;

$pg = fn (string $scheme) => preg_replace('/^pgsql:/', "$scheme:", sql_url('pgsql'));
$my = fn (string $scheme) => preg_replace('/^mysql:/', "$scheme:", sql_url('mysql'));
$rows = [
    // DSN or object, advisory?, class, whether its locks are a session's
    [sql_dsn('sqlite'), false, 'PdoStore', false],
    [my_dsn(), false, 'PdoStore', false],
    [pg_dsn(), false, 'PdoStore', false],
    [$url = sql_url('sqlite'), false, 'DoctrineDbalStore', false],
    [str_replace('sqlite:', 'sqlite3:', $url), false, 'DoctrineDbalStore', false],
    ...array_map(fn ($scheme) => [$my($scheme), false, 'DoctrineDbalStore', false], ['mysql', 'mysql2']),
    ...array_map(fn ($scheme) => [$pg($scheme), false, 'DoctrineDbalStore', false], ['pgsql', 'postgres', 'postgresql']),
    [my_dsn(), true, 'MysqlStore', true],
    [pg_dsn(), true, 'PostgreSqlStore', true],
    [str_replace('mysql:', 'mysql+advisory:', my_dsn()), false, 'MysqlStore', true],
    [str_replace('pgsql:', 'pgsql+advisory:', pg_dsn()), false, 'PostgreSqlStore', true],
    [str_replace('pgsql:', 'pgsql+advisory:', pg_dsn()), true, 'PostgreSqlStore', true],
    ...array_map(fn ($scheme) => [$my($scheme), true, 'DoctrineDbalMysqlStore', true], ['mysql', 'mysql2']),
    ...array_map(fn ($scheme) => [$my($scheme), false, 'DoctrineDbalMysqlStore', true], ['mysql+advisory', 'mysql2+advisory']),
    ...array_map(fn ($scheme) => [$pg($scheme), true, 'DoctrineDbalPostgreSqlStore', true], ['pgsql', 'postgres', 'postgresql']),
    ...array_map(fn ($scheme) => [$pg($scheme), false, 'DoctrineDbalPostgreSqlStore', true], ['pgsql+advisory', 'postgres+advisory', 'postgresql+advisory']),
    [my_pdo(), false, 'PdoStore', false],
    [pg_pdo(), false, 'PdoStore', false],
    [sql_pdo('sqlite'), false, 'PdoStore', false],
    [my_pdo(), true, 'MysqlStore', true],
    [pg_pdo(), true, 'PostgreSqlStore', true],
];
$objects = fn () => [
    [dbal('pdo_mysql'), false, 'DoctrineDbalStore', false],
    [dbal('pdo_pgsql'), false, 'DoctrineDbalStore', false],
    [dbal('pdo_mysql'), true, 'DoctrineDbalMysqlStore', true],
    [dbal('pdo_pgsql'), true, 'DoctrineDbalPostgreSqlStore', true],
];
$hide = fn ($what) => is_object($what) ? $what::class : preg_replace(['~//[^@/]*@~', '~=[^;]*~', '~@[^/]*/.*|///.*|:/.*(?<=db)$~'], ['//', '=…', '@…'], $what);

// The table has its default name.
foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
    $pdo = sql_pdo($kind);
    register_shutdown_function(fn () => sql_pdo($kind)->exec('DROP TABLE IF EXISTS lock_keys'));
}
foreach (['without Doctrine', 'with Doctrine'] as $i => $when) {
    group($when, function () use ($rows, $objects, $i, $hide) {
        if ($i) {
            error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
            require_once 'Doctrine/DBAL/autoload.php';
            $rows = [...$rows, ...$objects()];
        }
        foreach ($rows as [$connection, $advisory, $class, $of_session]) {
            $what = $hide($connection).($advisory ? ', advisory' : '');
            $store = $advisory ? StoreFactory::createStore($connection, advisory: true) : StoreFactory::createStore($connection);
            same("$what: class", "Symfony\\Component\\Lock\\Store\\$class", $store::class);
            $lock = (new LockFactory($store))->createLockFromKey($key = new Key(unique()));
            same("$what: acquired", true, $lock->acquire());
            same("$what: not by another", false, (new LockFactory($store))->createLock((string) $key)->acquire());
            if ($of_session) {
                raises("$what: of the session", UnserializableKeyException::class, null, fn () => serialize($key));
                $lock->release();
                if (method_exists($store, 'waitAndSave')) {
                    $store->waitAndSave($waited = new Key(unique()));
                    raises("$what: so after a wait", UnserializableKeyException::class, null, fn () => serialize($waited));
                    $store->delete($waited);
                }
            } else {
                check("$what: a row", str_contains(serialize($key), (string) $key));
                $lock->release();
            }
            same("$what: released", false, $lock->isAcquired());
        }
        same('rows', 30 + 4 * $i, count($rows));
    });
}
group('no advisory locks', function () {
    foreach ([sql_dsn('sqlite'), sql_url('sqlite'), sql_pdo('sqlite'), sql_dbal('sqlite'), 'sqlsrv:server=x', 'oci:dbname=x', 'redis://localhost', 'flock'] as $connection) {
        raises(is_object($connection) ? $connection::class : $connection, InvalidArgumentException::class, null, fn () => StoreFactory::createStore($connection, true));
    }
});
group('malformed', function () {
    foreach ([
        'mysql://', 'mysql:///', 'mysql:///db', 'mysql://:1/db', 'mysql://u:hunter2@:1/db', 'mysql://u:hunter2@h:0/db', 'mysql://u:hunter2@h:65536/db', 'mysql://u:hunter2@h:x/db',
        'mysql2://', 'mysql+advisory:host', 'mysql+advisory:=x', 'mysql+advisory:host;password=hunter2', 'mysql+advisory:;;', "mysql+advisory:host=a\0b;password=hunter2",
        'mysql+advisory://u:hunter2@h:0/db', 'mysql+advisory://u:hunter2@h:x/db', "mysql+advisory://u:hunter2@h/d\0b", 'mysql2+advisory://u:hunter2@h:70000/db',
        'pgsql+advisory:host', 'pgsql+advisory:=x', "pgsql+advisory:password='hunter2", "pgsql+advisory:host=a\0b;password=hunter2", 'pgsql+advisory:connect_timeout=x;password=hunter2', 'pgsql+advisory:command_timeout=-1;password=hunter2',
        'pgsql+advisory:connect_timeout=0', 'pgsql+advisory:a b=c;password=hunter2', 'pgsql+advisory:host=h;;=;password=hunter2',
        'pgsql+advisory://u:hunter2@h:0/db', 'postgres+advisory://u:hunter2@h:x/db', 'postgresql+advisory://u:hunter2@h:65536/db', 'postgresql+advisory://u:hunter2@h/db?host[]=x', 'postgresql+advisory://u:hunter2@h/db?connect_timeout=soon', "postgresql+advisory://u:hunter2@h/d%00b",
        'postgresql://u:hunter2@h:0/db', 'postgres://', 'pgsql://', 'sqlite://', 'sqlite3://',
    ] as $dsn) {
        try {
            $store = StoreFactory::createStore($dsn);
            // What PDO or Doctrine understand, they may refuse when they connect.
            (new LockFactory($store))->createLock('x')->acquire();
            check(show($dsn), false, 'works');
        } catch (Throwable $e) {
            check(show($dsn).' is refused', $e instanceof Symfony\Component\Lock\Exception\ExceptionInterface || str_starts_with($e::class, 'Doctrine\DBAL'), chain($e));
            check(show($dsn).': no password', !str_contains((string) $e, 'hunter2'), (string) $e);
        }
    }
});
?>
--EXPECT--
ok: without Doctrine
ok: with Doctrine
ok: no advisory locks
ok: malformed
