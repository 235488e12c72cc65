--TEST--
The advisory stores: what goes wrong is told with the server and its words, without the password
--EXTENSIONS--
pdo
pdo_pgsql
mysqlnd
pdo_mysql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

own_servers('MYSQL', 'PGSQL');
$secrets = ['hunter2', pg('PASSWORD'), pg('WEAK_PASSWORD'), my('PASSWORD'), my('WEAK_PASSWORD')];
/** Everything about it that someone might print, but for what this file itself passes around in its functions. */
function all_of(Throwable $e): string
{
    for ($text = '', $each = $e; $each; $each = $each->getPrevious()) {
        $text .= $each."\n".print_r(
            array_filter($each->getTrace(), fn ($frame) => 'Closure' !== ($frame['class'] ?? 'Closure')),
            true,
        );
    }

    return $text;
}

/**
 * What all calls of a lock throw, cause last, with what differs between machines replaced; complains about passwords.
 */
function told(string $what, callable $make): void
{
    global $secrets;
    foreach (['acquire', 'acquire(true)'] as $call) {
        try {
            $lock = (new LockFactory($make()))->createLock('r', 10);
            $lock->acquire('acquire' !== $call);
            echo "FAIL: $what: $call went well\n";
        } catch (Exception $e) {
            foreach ($secrets as $secret) {
                str_contains(all_of($e), $secret) and print("FAIL: $what: a password is told\n");
            }
            $cause = $e;
            while ($cause->getPrevious() && !$cause->getPrevious() instanceof PDOException) {
                $cause = $cause->getPrevious();
            }
            $text = strtr($cause->getMessage(), [
                pg('PORT') => '<port>',
                my('PORT') => '<port>',
                pg('SOCKET') => '<socket>',
            ]);
            'acquire' === $call
                and print("$what: ".substr(strrchr($cause::class, '\\') ?: $cause::class, 1).": $text\n");
        }
        if (isset($lock) && $lock->isAcquired()) {
            echo "FAIL: $what: acquired\n";
        }
    }
}

$pg = fn (array $more) => fn () => new PostgreSqlStore(pg_dsn($more));
told('wrong port', $pg(['host' => '127.0.0.1', 'port' => 1]));
told('no socket', $pg(['host' => '/nonexistent']));
told('wrong password', $pg(['password' => 'hunter2']));
told('wrong user', $pg(['user' => 'nobody', 'password' => 'hunter2']));
told('wrong database', $pg(['dbname' => 'missing']));
told('no permission', $pg(['user' => pg('WEAK_USER'), 'password' => pg('WEAK_PASSWORD')]));
told('unknown parameter', $pg(['nonsense' => '1']));
told(
    'no permission, through PDO',
    fn () => new PostgreSqlStore(new PDO(pg_dsn(['user' => pg('WEAK_USER'), 'password' => pg('WEAK_PASSWORD')]))),
);
told('mysql, wrong port', fn () => new MysqlStore('mysql:host=127.0.0.1;port=1;user=u;password=hunter2'));
told(
    'mysql, wrong password',
    fn () => new MysqlStore(my_dsn(false), ['db_username' => my('USER'), 'db_password' => 'hunter2']),
);
told('mysql, wrong database', fn () => new MysqlStore(str_replace('dbname='.my('DB'), 'dbname=missing', my_dsn())));
told(
    'mysql, wrong password in a URL',
    fn () => new DoctrineDbalMysqlStore(str_replace(my('PASSWORD'), 'hunter2', my_url())),
);

echo "-- silent mode, after the store was made\n";
$pdo = pg_pdo();
$store = new PostgreSqlStore($pdo);
$pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
$store->save($key = new Key(unique()));
same('works', true, $store->exists($key));
$pdo->beginTransaction();
$pdo->query('nonsense');
told('in an aborted transaction', fn () => $store);
$pdo->rollBack();
same('still held', true, $store->exists($key));
$store->delete($key);
same('released', false, $store->exists($key));

echo "-- refused, at construction or when used\n";
$silent = pg_pdo([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
foreach ([
    fn () => new PostgreSqlStore($silent),
    fn () => new MysqlStore(my_pdo([PDO::ATTR_ERRMODE => PDO::ERRMODE_WARNING])),
    fn () => new PostgreSqlStore(my_pdo()),
    fn () => new MysqlStore(pg_pdo()),
    fn () => new PostgreSqlStore('mysql:host=localhost'),
    fn () => new MysqlStore('pgsql:host=localhost;password=hunter2'),
    fn () => new DoctrineDbalPostgreSqlStore(dbal('pdo_mysql')),
    fn () => new DoctrineDbalMysqlStore(dbal('pdo_pgsql')),
    fn () => new DoctrineDbalPostgreSqlStore('mysql://u:hunter2@localhost/db'),
    fn () => new DoctrineDbalPostgreSqlStore('pgsql:host=localhost'),
    fn () => new DoctrineDbalMysqlStore('postgresql+advisory://u:hunter2@localhost/db'),
    fn () => new PostgreSqlStore('nonsense'),
    fn () => new PostgreSqlStore('pgsql:host'),
    fn () => new PostgreSqlStore("pgsql:password='hunter2"),
    fn () => new PostgreSqlStore("pgsql:host=a\0b"),
    fn () => new PostgreSqlStore('pgsql:host=localhost;connect_timeout=-1'),
    fn () => new PostgreSqlStore('postgresql://u:hunter2@localhost:0/db'),
    fn () => new PostgreSqlStore('postgresql://u:hunter2@localhost:70000/db'),
    fn () => new PostgreSqlStore('postgresql://localhost/db?host[]=a'),
    fn () => new MysqlStore('mysql:host'),
    fn () => new DoctrineDbalMysqlStore('mysql://u:hunter2@localhost:0/db'),
    fn () => new PostgreSqlStore(new stdClass()),
    fn () => new DoctrineDbalMysqlStore(new stdClass()),
    fn () => new PostgreSqlStore('pgsql:host=localhost', ['db_username' => []]),
] as $make) {
    $when = '';
    try {
        $store = $make();
        $when = 'used: ';
        foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead', 'exists', 'delete'] as $method) {
            try {
                method_exists($store, $method) and $store->$method(new Key('r')) and print("FAIL: $method works\n");
            } catch (InvalidArgumentException) {
            }
        }
        (new LockFactory($store))->createLock('r')->acquire();
        echo "FAIL: works\n";
    } catch (LockAcquiringException|TypeError|InvalidArgumentException $e) {
        $e = $e->getPrevious() ?? $e;
        foreach ($secrets as $secret) {
            str_contains(all_of($e), $secret) and print("FAIL: a password is told\n");
        }
        // Which class speaks for a server depends on the version of DBAL.
        echo $when, $e instanceof InvalidArgumentException ? '' : get_class($e).': ',
            preg_replace('/Platforms\\\\(MariaDB|MySQL|PostgreSQL)\d*Platform/i', 'Platforms\\\\...', $e->getMessage()),
            "\n";
    }
}
?>
--EXPECT--
wrong port: LockStorageException: PostgreSQL at 127.0.0.1:1: cannot connect: connection to server at "127.0.0.1", port 1 failed: Connection refused Is the server running on that host and accepting TCP/IP connections?
no socket: LockStorageException: PostgreSQL at /nonexistent:<port>: cannot connect: connection to server on socket "/nonexistent/.s.PGSQL.<port>" failed: No such file or directory Is the server running locally and accepting connections on that socket?
wrong password: LockStorageException: PostgreSQL at 127.0.0.1:<port>: cannot connect: connection to server at "127.0.0.1", port <port> failed: FATAL:  password authentication failed for user "slocktest"
wrong user: LockStorageException: PostgreSQL at 127.0.0.1:<port>: cannot connect: connection to server at "127.0.0.1", port <port> failed: FATAL:  password authentication failed for user "nobody"
wrong database: LockStorageException: PostgreSQL at 127.0.0.1:<port>: cannot connect: connection to server at "127.0.0.1", port <port> failed: FATAL:  database "missing" does not exist
no permission: LockStorageException: PostgreSQL at 127.0.0.1:<port>: ERROR: permission denied for function pg_try_advisory_lock
unknown parameter: LockStorageException: PostgreSQL: cannot connect: invalid connection option "nonsense"
no permission, through PDO: LockStorageException: SQLSTATE[42501]: Insufficient privilege: 7 ERROR:  permission denied for function pg_try_advisory_lock
mysql, wrong port: LockStorageException: MySQL at 127.0.0.1:1: SQLSTATE[HY000] [2002] Connection refused
mysql, wrong password: LockStorageException: MySQL at 127.0.0.1:<port>: SQLSTATE[HY000] [1045] Access denied for user 'slocktest'@'127.0.0.1' (using password: YES)
mysql, wrong database: LockStorageException: MySQL at 127.0.0.1:<port>: SQLSTATE[HY000] [1044] Access denied for user 'slocktest'@'%' to database 'missing'
mysql, wrong password in a URL: LockStorageException: MySQL at 127.0.0.1:<port>: SQLSTATE[HY000] [1045] Access denied for user 'slocktest'@'127.0.0.1' (using password: YES)
-- silent mode, after the store was made
ok: works
in an aborted transaction: LockStorageException: SQLSTATE[25P02]: ERROR:  current transaction is aborted, commands ignored until end of transaction block
ok: still held
ok: released
-- refused, at construction or when used
"Symfony\Component\Lock\Store\PostgreSqlStore::__construct" requires PDO error mode attribute be set to throw Exceptions (i.e. $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).
"Symfony\Component\Lock\Store\MysqlStore::__construct" requires PDO error mode attribute be set to throw Exceptions (i.e. $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).
The adapter "Symfony\Component\Lock\Store\PostgreSqlStore" does not support the "mysql" driver.
The adapter "Symfony\Component\Lock\Store\MysqlStore" does not support the "pgsql" driver.
used: The adapter "Symfony\Component\Lock\Store\PostgreSqlStore" does not support the "mysql" driver.
used: The adapter "Symfony\Component\Lock\Store\MysqlStore" does not support the "pgsql" driver.
The adapter "Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore" does not support the "Doctrine\DBAL\Platforms\..." platform.
The adapter "Symfony\Component\Lock\Store\DoctrineDbalMysqlStore" does not support the "Doctrine\DBAL\Platforms\..." platform.
The adapter "Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore" does not support the "mysql" driver.
DSN is invalid for Doctrine DBAL.
The adapter "Symfony\Component\Lock\Store\DoctrineDbalMysqlStore" does not support the "postgresql" driver.
used: Invalid DSN: expected a scheme, a colon and what the driver needs.
Invalid PostgreSQL DSN: expected "name=value" pairs, separated by semicolons.
Invalid PostgreSQL DSN: a quoted value does not end.
Invalid PostgreSQL DSN: it contains a NUL byte.
Invalid PostgreSQL DSN: "connect_timeout" must be a positive number of seconds.
Malformed PostgreSQL DSN: expected scheme://[user[:password]@]host[:port]/database.
Malformed PostgreSQL DSN: expected scheme://[user[:password]@]host[:port]/database.
Malformed PostgreSQL DSN: a parameter is no text.
Invalid MySQL DSN: expected "name=value" pairs, separated by semicolons.
Malformed MySQL DSN: expected scheme://[user[:password]@]host[:port]/database.
TypeError: Symfony\Component\Lock\Store\PostgreSqlStore::__construct(): Argument #1 ($connOrDsn) must be of type PDO|string, stdClass given
TypeError: Symfony\Component\Lock\Store\DoctrineDbalMysqlStore::__construct(): Argument #1 ($connOrUrl) must be of type Doctrine\DBAL\Connection|string, stdClass given
TypeError: Symfony\Component\Lock\Store\PostgreSqlStore::__construct(): Argument #2 ($options) must have an option "db_username" of type ?string, array given
