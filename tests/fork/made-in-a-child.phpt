--TEST--
PostgreSqlStore: a child that makes its first store on a connection of its parent's has no lock there; on one of its own it has
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
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

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
    '\PDO, persistent' => fn () => pg_pdo([PDO::ATTR_PERSISTENT => true]),
    'Doctrine, pdo_pgsql' => fn () => dbal('pdo_pgsql'),
    'Doctrine, pgsql' => fn () => dbal('pgsql'),
] as $what => $open) {
    group($what, function () use ($open, $what) {
        $connection = $open();
        $connection instanceof PDO ? $connection->query('SELECT 1') : $connection->fetchOne('SELECT 1');
        usleep(50000);
        $name = unique();
        $store = fn ($on) => $on instanceof PDO ? new PostgreSqlStore($on) : new DoctrineDbalPostgreSqlStore($on);
        foreach ([1, 2] as $i) {
            in_child(function () use ($connection, $open, $what, $name, $store) {
                // PDO gives the child that makes a persistent one the connection of its parent.
                $theirs = str_contains($what, 'persistent') ? $open() : $connection;
                $lock = new Lock(new Key($name), $store($theirs));
                same('is it held', false, $lock->isAcquired());
                $e = raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
                check('why', str_contains(chain($e), 'belongs to the process that opened its connection'), chain($e));
                $own = str_contains($what, 'Doctrine') ? $open() : pg_pdo();
                $mine = new Lock(new Key($name), $store($own));
                same('on its own', [true, true], [$mine->acquire(), $mine->isAcquired()]);
                usleep(50000);
                in_child(function () use ($own, $name, $store) {
                    $lock = new Lock(new Key($name.'x'), $store($own));
                    raises('a grandchild', LockAcquiringException::class, null, fn () => $lock->acquire());
                });
                $mine->release();
            });
        }
        $lock = new Lock(new Key($name), $store($connection));
        same('the parent', true, $lock->acquire());
        in_child(function () use ($name) {
            same('beside it', false, (new Lock(new Key($name), new PostgreSqlStore(pg_pdo())))->acquire());
        });
        same('its lock', true, $lock->isAcquired());
        $lock->release();
    });
}
?>
--EXPECT--
ok: \PDO
ok: \PDO, persistent
ok: Doctrine, pdo_pgsql
ok: Doctrine, pgsql
