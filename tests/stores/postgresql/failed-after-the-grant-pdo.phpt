--TEST--
Advisory stores on a PDO object: a statement that fails after it has changed a lock leaves the session what the lock had before
--EXTENSIONS--
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

/** The next statement that locks fails when the server has done it; before that the given function is called. */
final class FailsAfterwards extends PDOStatement
{
    public static ?Closure $next = null;

    public function fetch(int $mode = PDO::FETCH_DEFAULT, int $orientation = PDO::FETCH_ORI_NEXT, int $at = 0): mixed
    {
        $row = parent::fetch($mode, $orientation, $at);
        if (self::$next && preg_match('/advisory_lock|GET_LOCK/', $this->queryString)) {
            [$next, self::$next] = [self::$next, null];
            $this->closeCursor();
            $next();
            throw new PDOException('cancelled at the last moment');
        }

        return $row;
    }
}

$watcher = pg_pdo();
/** The modes that sessions hold the lock in. */
$modes = fn (string $resource) => $watcher->query(
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = '".crc32($resource)
        ."' ORDER BY mode",
)->fetchAll(PDO::FETCH_COLUMN);
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
$fails = function (string $method, Lock $lock, ?Closure $next = null) {
    FailsAfterwards::$next = $next ?? fn () => null;
    $thrown = raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
    same('the first failure is told', 'cancelled at the last moment', $thrown?->getPrevious()?->getMessage());
};
$class = [PDO::ATTR_STATEMENT_CLASS => [FailsAfterwards::class]];
$store = new PostgreSqlStore($pdo = pg_pdo($class));

group('taken', function () use ($store, $lock, $fails, $modes) {
    foreach (['acquire', 'acquireRead'] as $method) {
        $fails($method, $one = $lock($store, $resource = unique()));
        same('nothing is held', [[], false], [$modes($resource), $one->isAcquired()]);
    }
});
group('taken by a second reader', function () use ($store, $lock, $fails, $modes) {
    $lock($store, $resource = unique())->acquireRead();
    $fails('acquireRead', $lock($store, $resource));
    same('the first one reads', ['ShareLock'], $modes($resource));
});
group('promoted', function () use ($store, $lock, $fails, $modes) {
    ($one = $lock($store, $resource = unique()))->acquireRead();
    $fails('acquire', $one);
    same('it reads', [['ShareLock'], true], [$modes($resource), $one->isAcquired()]);
    $one->release();
    same('released', [], $modes($resource));
});
group('demoted', function () use ($store, $lock, $fails, $modes) {
    ($one = $lock($store, $resource = unique()))->acquire();
    $fails('acquireRead', $one);
    same('it writes', [['ExclusiveLock'], true], [$modes($resource), $one->isAcquired()]);
    $one->release();
    same('released', [], $modes($resource));
});
group('demoted, and others read', function () use ($store, $lock, $fails, $modes) {
    ($one = $lock($store, $resource = unique()))->acquire();
    $other = $lock(new PostgreSqlStore(pg_pdo()), $resource);
    $fails('acquireRead', $one, fn () => $other->acquireRead());
    same('both read', [['ShareLock', 'ShareLock'], true], [$modes($resource), $one->isAcquired()]);
    $one->release();
    same('released', ['ShareLock'], $modes($resource));
});
group('taken in a transaction that is aborted then', function () use ($store, $pdo, $lock, $fails, $modes) {
    $pdo->beginTransaction();
    $fails('acquire', $lock($store, $resource = unique()), function () use ($pdo) {
        raises('aborted', PDOException::class, 'nonsense', fn () => $pdo->exec('nonsense'));
    });
    $pdo->rollBack();
    same('nothing could be asked', ['ExclusiveLock'], $modes($resource));
    same('the next owner in the session', true, ($two = $lock($store, $resource))->acquire());
    $two->release();
    same('gives it back', [], $modes($resource));
});
group('the same, and acquired in the next transaction', function () use ($store, $pdo, $lock, $fails, $modes) {
    foreach (['acquire' => 'ExclusiveLock', 'acquireRead' => 'ShareLock'] as $method => $mode) {
        $pdo->beginTransaction();
        $fails($method, $lock($store, $resource = unique()), function () use ($pdo) {
            raises('aborted', PDOException::class, 'nonsense', fn () => $pdo->exec('nonsense'));
        });
        $pdo->rollBack();
        $pdo->beginTransaction();
        same('acquired', true, ($two = $lock($store, $resource))->$method());
        $pdo->commit();
        same('it stays', [[$mode], true], [$modes($resource), $two->isAcquired()]);
        $two->release();
        same('it was not taken a second time', [], $modes($resource));
    }
});
group('taken, MySQL', function () use ($lock, $fails, $class) {
    $pdo = my_pdo($class);
    $fails('acquire', $lock(new MysqlStore($pdo), $resource = unique()));
    same('it is free', true, $lock(new MysqlStore(my_pdo()), $resource)->acquire());
});
?>
--EXPECT--
ok: taken
ok: taken by a second reader
ok: promoted
ok: demoted
ok: demoted, and others read
ok: taken in a transaction that is aborted then
ok: the same, and acquired in the next transaction
ok: taken, MySQL
