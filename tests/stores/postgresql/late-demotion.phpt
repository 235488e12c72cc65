--TEST--
PostgreSqlStore by DSN: a demotion whose answer is late, and that others have followed as readers, leaves a reader whose lock is released
--EXTENSIONS--
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/side-by-side.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
$direct = new PostgreSqlStore(pg_dsn());
$proxy = new FaultProxy(['PGSQL_PORT' => [pg('HOST').':'.pg('PORT')]]);
$store = new PostgreSqlStore(pg_dsn(['sslmode' => 'disable', 'gssencmode' => 'disable']));
$kept = lock_on($store, $name = unique());
$kept->acquire();

/** A writer of $store that reads by now, and does not know; and another reader. */
function demoted(string $resource, bool $releases = true): array
{
    global $watcher, $direct, $proxy, $store;
    $lock = new Lock(new Key($resource), $store, null, $releases);
    same('writes', true, $lock->acquire());
    $proxy->does('hold');
    raises('late', LockAcquiringException::class, null, fn () => $lock->acquireRead(true, 0.2));
    $reader = lock_on($direct, $resource);
    same('somebody reads', true, eventually(fn () => $reader->acquireRead()));

    return [$lock, $reader];
}

foreach ([
    'it is asked' => function ($lock) {
        same('reads', true, $lock->isAcquired());
        $lock->release();
    },
    'it is released' => fn ($lock) => $lock->release(),
    'it reads' => function ($lock) {
        same('reads', true, $lock->acquireRead());
        $lock->release();
    },
    'it would write' => function ($lock) {
        same('not while others read', false, $lock->acquire());
        same('still reads', true, $lock->isAcquired());
        $lock->release();
    },
    'another lock of the session is asked before' => function ($lock) use ($kept) {
        same('kept', true, $kept->isAcquired());
        $lock->release();
    },
    'another key of the session reads, too' => function ($lock) use ($store, &$resource) {
        same('reads', true, ($other = lock_on($store, $resource))->acquireRead());
        $other->release();
        same('stays', true, $lock->isAcquired());
        $lock->release();
    },
    'it goes' => function () {
    },
] as $what => $then) {
    group($what, function () use ($then, $kept, $watcher, $proxy, &$resource) {
        [$lock, $reader] = demoted($resource = unique());
        $proxy->does('pass');
        $then($lock);
        unset($lock);
        same('the reader is alone', 1, pg_locks($watcher, $resource));
        same('and can write', [true, true], [$reader->acquire(), $kept->isAcquired()]);
        $reader->release();
    });
}

group('the store goes', function () use ($kept, $watcher, $proxy, &$store) {
    $shares = $store;
    $store = new PostgreSqlStore(pg_dsn(['sslmode' => 'disable', 'gssencmode' => 'disable']));
    [$lock, $reader] = demoted($resource = unique(), false);
    $store = $shares;
    $proxy->does('pass');
    unset($lock);
    same('the reader is alone', 1, pg_locks($watcher, $resource));
    same('and can write', [true, true], [$reader->acquire(), $kept->isAcquired()]);
});

group('still late', function () use ($kept, $watcher, $proxy) {
    [$lock, $reader] = demoted($resource = unique());
    raises('a deadline', LockAcquiringException::class, null, fn () => $lock->acquireRead(true, 0.2));
    $proxy->does('pass');
    $lock->release();
    same('the reader is alone', 1, pg_locks($watcher, $resource));
    same('and can write', [true, true], [$reader->acquire(), $kept->isAcquired()]);
});
$proxy->stop();
?>
--EXPECT--
ok: it is asked
ok: it is released
ok: it reads
ok: it would write
ok: another lock of the session is asked before
ok: another key of the session reads, too
ok: it goes
ok: the store goes
ok: still late
