--TEST--
PostgreSqlStore through a \PDO behind a pooler: how often the object is asked for the number that it was told
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/pgbouncer.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** Tells a number that no server's process has, as behind a pooler. */
final class PooledPdo extends PDO
{
    public int $told = 1;
    public int $asked = 0;

    public function pgsqlGetPid(): int
    {
        ++$this->asked;

        return $this->told;
    }
}

$pdo = new PooledPdo(pg_dsn());
$lock = new Lock(new Key('asked'), new PostgreSqlStore($pdo), null, false);
$count = function (string $what, bool $expected, callable $f) use ($pdo) {
    $pdo->asked = 0;
    same($what, $expected, $f());
    echo "asked: $pdo->asked\n";
};
$count('first acquire', true, fn () => $lock->acquire());
$count('isAcquired', true, fn () => $lock->isAcquired());
$count('release', true, fn () => $lock->release() ?? true);
$count('acquire', true, fn () => $lock->acquire());
$pdo->told = 2;
$count('another number is another connection, without the lock', false, fn () => $lock->isAcquired());
?>
--EXPECT--
ok: first acquire
asked: 2
ok: isAcquired
asked: 1
ok: release
asked: 2
ok: acquire
asked: 2
ok: another number is another connection, without the lock
asked: 1
