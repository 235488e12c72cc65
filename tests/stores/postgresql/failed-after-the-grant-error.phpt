--TEST--
Advisory stores on a PDO object: code of the user's that throws an Error after the session was given the lock leaves it free
--EXTENSIONS--
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

final class ThrowsAfterwards extends PDOStatement
{
    public static bool $next = false;
    /** Called before a statement that waits, which then throws when it has ended. */
    public static ?Closure $wait = null;

    public function execute(?array $parameters = null): bool
    {
        $wait = str_contains($this->queryString, 'lock_timeout') ? self::$wait : null;
        $wait && $wait();
        $done = parent::execute($parameters);
        if ($wait) {
            self::$wait = null;
            throw new Error('a defect');
        }

        return $done;
    }

    public function fetch(int $mode = PDO::FETCH_DEFAULT, int $orientation = PDO::FETCH_ORI_NEXT, int $at = 0): mixed
    {
        $row = parent::fetch($mode, $orientation, $at);
        if (self::$next && preg_match('/advisory_lock|GET_LOCK/', $this->queryString)) {
            self::$next = false;
            $this->closeCursor();
            throw new Error('a defect');
        }

        return $row;
    }
}

$class = [PDO::ATTR_STATEMENT_CLASS => [ThrowsAfterwards::class]];
foreach ([
    'PostgreSQL' => [new PostgreSqlStore(pg_pdo($class)), new PostgreSqlStore(pg_pdo()), ['acquire', 'acquireRead']],
    'MySQL' => [new MysqlStore(my_pdo($class)), new MysqlStore(my_pdo()), ['acquire']],
] as $database => [$store, $others, $methods]) {
    foreach ($methods as $method) {
        group("$database, $method", function () use ($store, $others, $method) {
            $lock = new Lock(new Key($resource = unique()), $store, null, false);
            ThrowsAfterwards::$next = true;
            raises('it comes out', Error::class, 'a defect', fn () => $lock->$method());
            same('nothing is held', false, $lock->isAcquired());
            same('it is free', true, (new Lock(new Key($resource), $others, null))->acquire());
        });
    }
}
group('PostgreSQL, a wait', function () use ($class) {
    [$store, $others] = [new PostgreSqlStore(pg_pdo($class)), new PostgreSqlStore(pg_pdo())];
    ($held = new Lock(new Key($resource = unique()), $others, null, false))->acquire();
    $lock = new Lock(new Key($resource), $store, null, false);
    ThrowsAfterwards::$wait = fn () => $held->release();
    raises('it comes out', Error::class, 'a defect', fn () => $lock->acquire(true, 5.0));
    same('nothing is held', false, $lock->isAcquired());
    same('it is free', true, (new Lock(new Key($resource), $others, null))->acquire());
});
?>
--EXPECT--
ok: PostgreSQL, acquire
ok: PostgreSQL, acquireRead
ok: MySQL, acquire
ok: PostgreSQL, a wait
