--TEST--
PostgreSqlStore: a child whose role may not see how old its session is has no lock there, as it may be its parent's
--EXTENSIONS--
ctype
pcntl
pdo
pdo_pgsql
pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('postgresql');
need_command('setpriv');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/own-database.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

require_once 'Doctrine/DBAL/autoload.php';
$server = new OwnDatabase('pgsql');
$admin = $server->pdo();
$admin->exec("CREATE ROLE app LOGIN NOINHERIT PASSWORD 'app'; CREATE ROLE blind; CREATE ROLE sees;
    GRANT blind, sees TO app; GRANT pg_read_all_stats TO sees");
$at = ['host' => '127.0.0.1', 'port' => $server->port, 'dbname' => $server->database];
$pdo = fn (array $options = []) => new PDO('pgsql:'.http_build_query($at, '', ';'), 'app', 'app', $options);
$dbal = fn (string $driver) => Doctrine\DBAL\DriverManager::getConnection(
    ['driver' => $driver, 'user' => 'app', 'password' => 'app'] + $at,
);
$make = fn ($on) => new Lock(
    new Key('one'),
    $on instanceof PDO ? new PostgreSqlStore($on) : new DoctrineDbalPostgreSqlStore($on),
    null,
    false,
);
$set = fn ($on, string $sql) => $on instanceof PDO ? $on->exec($sql) : $on->executeStatement($sql);

/** Runs $f in a child, which says good-bye to nobody. */
function in_child(callable $f): void
{
    if (0 === $pid = pcntl_fork()) {
        $f();
        posix_kill(getmypid(), 9);
    }
    pcntl_waitpid($pid, $status);
    same('the child', 9, pcntl_wtermsig($status));
}

foreach ([
    '\PDO' => $pdo,
    '\PDO, NULL is ""' => fn () => $pdo([PDO::ATTR_ORACLE_NULLS => PDO::NULL_TO_STRING]),
    'Doctrine, pdo_pgsql' => fn () => $dbal('pdo_pgsql'),
    'Doctrine, pgsql' => fn () => $dbal('pgsql'),
] as $what => $open) {
    group($what, function () use ($open, $set, $make) {
        $connection = $open();
        foreach (['blind' => 'pg_read_all_stats', 'sees' => 'belongs to the process that opened'] as $role => $why) {
            $set($connection, "SET ROLE $role");
            usleep(50000);
            in_child(function () use ($connection, $role, $why, $open, $set, $make) {
                $e = raises("$role", LockAcquiringException::class, null, fn () => $make($connection)->acquire());
                check("$role: why", str_contains(chain($e), $why), chain($e));
                $own = $open();
                $set($own, "SET ROLE $role");
                $lock = $make($own);
                if ('sees' === $role) {
                    same('its own', true, $lock->acquire());
                } else {
                    raises('its own', LockAcquiringException::class, null, fn () => $lock->acquire());
                    $set($own, 'RESET ROLE');
                    same('its own, by the role that has logged in', true, $lock->acquire());
                }
                $lock->release();
            });
        }
        same('the parent', true, ($lock = $make($connection))->acquire());
        $lock->release();
    });
}
?>
--EXPECT--
ok: \PDO
ok: \PDO, NULL is ""
ok: Doctrine, pdo_pgsql
ok: Doctrine, pgsql
