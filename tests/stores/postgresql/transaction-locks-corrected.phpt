--TEST--
PostgreSqlStore on a \PDO: a change of modes that fails beside a lock of the user's transaction leaves the store's own lock in its mode, taken once
--EXTENSIONS--
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** The next statement that takes a lock of the session fails, before the server does it or after. */
final class FailsOnce extends PDOStatement
{
    public static ?string $when = null;
    /** Called before it fails. */
    public static ?Closure $then = null;

    private function may_fail(string $when): void
    {
        if ($when !== self::$when || !str_contains($this->queryString, 'advisory_lock')) {
            return;
        }
        self::$when = null;
        self::$then && (self::$then)();
        throw new PDOException("failed $when");
    }

    public function execute(?array $parameters = null): bool
    {
        $this->may_fail('before');

        return parent::execute($parameters);
    }

    public function fetch(int $mode = PDO::FETCH_DEFAULT, int $orientation = PDO::FETCH_ORI_NEXT, int $at = 0): mixed
    {
        $row = parent::fetch($mode, $orientation, $at);
        $this->may_fail('after');

        return $row;
    }
}

$watcher = pg_pdo();
/** The modes that sessions hold the lock in. */
$modes = fn (string $resource) => $watcher->query(
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = '".crc32($resource)
        ."' ORDER BY mode",
)->fetchAll(PDO::FETCH_COLUMN);
$store = new PostgreSqlStore($pdo = pg_pdo([PDO::ATTR_STATEMENT_CLASS => [FailsOnce::class]]));
$lock = fn (string $resource) => new Lock(new Key($resource), $store, null, false);
/** Calls a function of the server for the lock. */
$call = fn (string $function, string $resource) => $pdo->query("SELECT $function(".crc32($resource).')')->fetchColumn();
$fails = function (Lock $lock, string $method, string $when, ?Closure $then = null) {
    [FailsOnce::$when, FailsOnce::$then] = [$when, $then];
    $thrown = raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
    same('the failure is told', "failed $when", $thrown?->getPrevious()?->getMessage());
};
$aborts = fn () => raises('aborted', PDOException::class, 'nonsense', fn () => $pdo->exec('nonsense'));

$mode_of = ['acquire' => 'ExclusiveLock', 'acquireRead' => 'ShareLock'];
$of_the_user = ['pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared'];
foreach (['demoted' => ['acquire', 'acquireRead'], 'promoted' => ['acquireRead', 'acquire']] as $way => $methods) {
    [$first, $second] = $methods;
    foreach (['before', 'after'] as $when) {
        group("$way, and it fails $when the server has done it", function () use (
            $pdo, $lock, $call, $fails, $modes, $mode_of, $of_the_user, $first, $second, $when,
        ) {
            foreach ($of_the_user as $function) {
                ($one = $lock($resource = unique()))->$first();
                $pdo->beginTransaction();
                $call($function, $resource);
                $fails($one, $second, $when);
                same("$function: held", true, $one->isAcquired());
                $pdo->commit();
                same("$function: as before", [[$mode_of[$first]], true], [$modes($resource), $one->isAcquired()]);
                $one->release();
                same("$function: released at once", [], $modes($resource));
            }
        });
    }
    $takes = 'promoted' === $way ? 'pg_advisory_lock' : 'pg_advisory_lock_shared';
    group("$way, and the server has done half of it", function () use (
        $pdo, $lock, $call, $fails, $modes, $mode_of, $of_the_user, $first, $second, $takes,
    ) {
        foreach ([null, ...$of_the_user] as $function) {
            ($one = $lock($resource = unique()))->$first();
            $pdo->beginTransaction();
            $function && $call($function, $resource);
            $fails($one, $second, 'before', fn () => $call($takes, $resource));
            $pdo->commit();
            same("$function: as before", [[$mode_of[$first]], true], [$modes($resource), $one->isAcquired()]);
            $one->release();
            same("$function: released at once", [], $modes($resource));
        }
    });
    // Nothing can be asked after the failure, so it stays in doubt until the next transaction.
    $aborted = ['all' => ['after', $aborts], 'half of it' => ['before', function () use ($call, $aborts, $takes, &$of) {
        $call($takes, $of);
        $aborts();
    }]];
    foreach ($aborted as $done => [$when, $then]) {
        foreach ($methods as $next) {
            group("$way, $done, and after an aborted transaction $next()", function () use (
                $pdo, $lock, $call, $fails, $modes, $mode_of, $of_the_user, $first, $second, $next, $when, $then, &$of,
            ) {
                foreach ($of_the_user as $function) {
                    ($one = $lock($of = $resource = unique()))->$first();
                    $pdo->beginTransaction();
                    $fails($one, $second, $when, $then);
                    $pdo->rollBack();
                    $pdo->beginTransaction();
                    $call($function, $resource);
                    same("$function: acquired", true, $one->$next());
                    $pdo->commit();
                    same("$function: it stays", [[$mode_of[$next]], true], [$modes($resource), $one->isAcquired()]);
                    $one->release();
                    same("$function: released at once", [], $modes($resource));
                }
            });
        }
    }
}
?>
--EXPECT--
ok: demoted, and it fails before the server has done it
ok: demoted, and it fails after the server has done it
ok: demoted, and the server has done half of it
ok: demoted, all, and after an aborted transaction acquire()
ok: demoted, all, and after an aborted transaction acquireRead()
ok: demoted, half of it, and after an aborted transaction acquire()
ok: demoted, half of it, and after an aborted transaction acquireRead()
ok: promoted, and it fails before the server has done it
ok: promoted, and it fails after the server has done it
ok: promoted, and the server has done half of it
ok: promoted, all, and after an aborted transaction acquireRead()
ok: promoted, all, and after an aborted transaction acquire()
ok: promoted, half of it, and after an aborted transaction acquireRead()
ok: promoted, half of it, and after an aborted transaction acquire()
