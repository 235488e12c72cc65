--TEST--
PostgreSqlStore: on the connection of a forked worker, whose store it is, a child of that worker is refused without a byte on the wire
--EXTENSIONS--
ctype
pcntl
pdo
pdo_pgsql
pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$proxy = new FaultProxy(['PGSQL_PORT' => [pg('HOST').':'.pg('PORT')]]);
// It counts the requests then.
$proxy->does('requests 0');

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
    '\PDO' => pg_pdo(...),
    'Doctrine, pdo_pgsql' => fn () => dbal('pdo_pgsql'),
    'Doctrine, pgsql' => fn () => dbal('pgsql'),
] as $what => $open) {
    group($what, fn () => in_child(function () use ($open, $proxy) {
        $connection = $open();
        $connection instanceof PDO ? $connection->query('SELECT 1') : $connection->fetchOne('SELECT 1');
        $store = $connection instanceof PDO
            ? new PostgreSqlStore($connection)
            : new DoctrineDbalPostgreSqlStore($connection);
        $lock = new Lock(new Key(unique()), $store, null, false);
        $asked = $proxy->altered();
        in_child(function () use ($lock) {
            same('is it held', false, $lock->isAcquired());
            $e = raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
            check('why', str_contains(chain($e), 'belongs to the process that opened its connection'), chain($e));
        });
        same('requests of the child of the worker', 0, $proxy->altered() - $asked);
        same('the worker', true, $lock->acquire());
        check('its requests are counted', $proxy->altered() > $asked);
        $lock->release();
    }));
}
$proxy->stop();
?>
--EXPECT--
ok: \PDO
ok: Doctrine, pdo_pgsql
ok: Doctrine, pgsql
