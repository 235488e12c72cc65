--TEST--
PostgreSqlStore on a \PDO: a lock that the user's transaction holds on the same number is not taken for the store's own, which stays when the transaction ends
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

$watcher = pg_pdo();
/** The modes that sessions hold the lock in. */
$modes = fn (string $resource) => $watcher->query(
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = '".crc32($resource)
        ."' ORDER BY mode",
)->fetchAll(PDO::FETCH_COLUMN);
$store = new PostgreSqlStore($pdo = pg_pdo());
$others = new PostgreSqlStore(pg_pdo());
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
/** Calls a function of the server for the lock. */
$call = fn (string $function, string $resource) => $pdo->query("SELECT $function(".crc32($resource).')')->fetchColumn();

foreach (['commit', 'rollBack'] as $end) {
    group($end, function () use ($pdo, $store, $others, $lock, $call, $modes, $end) {
        $one = $lock($store, $resource = unique());
        $pdo->beginTransaction();
        $call('pg_advisory_xact_lock', $resource);
        // The second time it has it, and takes it no second time.
        same('acquired, twice', [true, true], [$one->acquire(), $one->acquire()]);
        $pdo->$end();
        same('it stays', ['ExclusiveLock'], $modes($resource));
        same('others', [true, false], [$one->isAcquired(), $lock($others, $resource)->acquire()]);
        $one->release();
        same('released at once', [], $modes($resource));
    });
}
foreach (['pg_advisory_xact_lock_shared', 'pg_advisory_xact_lock'] as $function) {
    group("reading, $function()", function () use ($pdo, $store, $lock, $call, $modes, $function) {
        $one = $lock($store, $resource = unique());
        $pdo->beginTransaction();
        $call($function, $resource);
        same('acquired, twice', [true, true], [$one->acquireRead(), $one->acquireRead()]);
        $pdo->commit();
        same('it stays', [['ShareLock'], true], [$modes($resource), $one->isAcquired()]);
        $one->release();
        same('released at once', [], $modes($resource));
    });
}
group('promoted', function () use ($pdo, $store, $lock, $call, $modes) {
    ($one = $lock($store, $resource = unique()))->acquireRead();
    $pdo->beginTransaction();
    $call('pg_advisory_xact_lock', $resource);
    same('acquired', true, $one->acquire());
    $pdo->commit();
    same('it writes', [['ExclusiveLock'], true], [$modes($resource), $one->isAcquired()]);
    $one->release();
    same('released at once', [], $modes($resource));
});
group('demoted', function () use ($pdo, $store, $lock, $call, $modes) {
    ($one = $lock($store, $resource = unique()))->acquire();
    $pdo->beginTransaction();
    $call('pg_advisory_xact_lock_shared', $resource);
    same('acquired', true, $one->acquireRead());
    $pdo->commit();
    same('it reads', [['ShareLock'], true], [$modes($resource), $one->isAcquired()]);
    $one->release();
    same('released at once', [], $modes($resource));
});
group('released before the transaction ends', function () use ($pdo, $store, $lock, $call, $modes) {
    $one = $lock($store, $resource = unique());
    $pdo->beginTransaction();
    $call('pg_advisory_xact_lock', $resource);
    $one->acquire();
    $one->release();
    same('the transaction has it', [['ExclusiveLock'], false], [$modes($resource), $one->isAcquired()]);
    $pdo->commit();
    same('free', [], $modes($resource));
});
group('the user\'s own lock of the session', function () use ($pdo, $store, $lock, $call, $modes) {
    $one = $lock($store, $resource = unique());
    $pdo->beginTransaction();
    $call('pg_advisory_lock', $resource);
    same('acquired', true, $one->acquire());
    $one->release();
    same('stays the user\'s', ['ExclusiveLock'], $modes($resource));
    $call('pg_advisory_unlock', $resource);
    $pdo->commit();
    same('free', [], $modes($resource));
});
// Nothing can be asked after the failure, so the session may have the lock by now, as far as anybody knows.
$fails = function (Lock $lock, string $method) use ($pdo) {
    $pdo->beginTransaction();
    raises('aborted', PDOException::class, 'nonsense', fn () => $pdo->exec('nonsense'));
    raises($method, LockAcquiringException::class, null, fn () => $lock->$method());
    $pdo->rollBack();
};
$ways = ['acquire' => ['', 'ExclusiveLock'], 'acquireRead' => ['_shared', 'ShareLock']];
foreach ($ways as $method => [$suffix, $mode]) {
    group("after a failure, $method()", function () use (
        $pdo, $store, $others, $lock, $call, $modes, $fails, $method, $suffix, $mode,
    ) {
        $fails($lock($store, $resource = unique()), $method);
        $one = $lock($store, $resource);
        $pdo->beginTransaction();
        $call("pg_advisory_xact_lock$suffix", $resource);
        same('acquired', true, $one->$method());
        $pdo->commit();
        same('it stays', [$mode], $modes($resource));
        same('others', [true, false], [$one->isAcquired(), $lock($others, $resource)->acquire()]);
        $one->release();
        same('released at once', [], $modes($resource));
    });
}
group('promoted after a failure', function () use ($pdo, $store, $others, $lock, $call, $modes, $fails) {
    ($one = $lock($store, $resource = unique()))->acquireRead();
    $fails($one, 'acquire');
    same('it reads', [['ShareLock'], true], [$modes($resource), $one->isAcquired()]);
    $pdo->beginTransaction();
    $call('pg_advisory_xact_lock', $resource);
    same('acquired', true, $one->acquire());
    $pdo->commit();
    same('it writes', [['ExclusiveLock'], true], [$modes($resource), $one->isAcquired()]);
    same('others', false, $lock($others, $resource)->acquireRead());
    $one->release();
    same('released at once', [], $modes($resource));
});
group('another session has it', function () use ($pdo, $store, $others, $lock) {
    $lock($others, $resource = unique())->acquire();
    $pdo->beginTransaction();
    same('refused', [false, false], [
        $lock($store, $resource)->acquire(),
        $lock($store, $resource)->acquireRead(),
    ]);
    $pdo->commit();
});
?>
--EXPECT--
ok: commit
ok: rollBack
ok: reading, pg_advisory_xact_lock_shared()
ok: reading, pg_advisory_xact_lock()
ok: promoted
ok: demoted
ok: released before the transaction ends
ok: the user's own lock of the session
ok: after a failure, acquire()
ok: after a failure, acquireRead()
ok: promoted after a failure
ok: another session has it
