--TEST--
PostgreSqlStore by DSN: an answer that is late costs the session no other lock, and what it tells of is given back
--EXTENSIONS--
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/side-by-side.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\PostgreSqlStore;

// The server's process of our session stands still where only that one is concerned.
$watcher = pg_pdo();
$store = new PostgreSqlStore(pg_dsn());
$kept = lock_on($store, $name = unique());
$kept->acquire();
$number = crc32($name);
$pid = (int) $watcher->query(
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = '$number' AND granted",
)->fetchColumn();
check('our session', $pid > 0);
register_shutdown_function(fn () => posix_kill($pid, SIGCONT));

/** Lets a bounded wait begin; while it waits, the session's process is stopped. */
function late(string $what, int $pid, $lock, string $resource): void
{
    $stopper = Child::start(
        'require "'.__DIR__.'/../../inc/side-by-side.inc"; $watcher = pg_pdo(); [, $pid, $resource] = $argv;
        echo "ready\n";
        $waits = eventually(fn () => 1 === pg_locks($watcher, $resource, false));
        $waits && posix_kill((int) $pid, SIGSTOP); echo $waits ? "stopped\n" : "nobody waits\n";',
        'here',
        ['posix', 'pdo', 'pdo_pgsql'],
        [],
        [(string) $pid, $resource],
    );
    same("$what: ready", 'ready', $stopper->hear());
    raises($what, LockAcquiringException::class, null, fn () => $lock->acquire(true, 1.0));
    same("$what: stopped in time", 'stopped', $stopper->hear());
    $stopper->finish();
}

group('held by another session until the end', function () use ($store, $kept, $pid) {
    $other = lock_on(new PostgreSqlStore(pg_pdo()), $resource = unique());
    $other->acquire();
    late('in vain', $pid, $lock = lock_on($store, $resource), $resource);
    posix_kill($pid, SIGCONT);
    same('the other lock', true, $kept->isAcquired());
    same('not this one', false, $lock->isAcquired());
    $other->release();
    same('which can be had', [true, true], [$lock->acquire(), $kept->isAcquired()]);
    $lock->release();
});

group('granted when nobody waited any more', function () use ($store, $kept, $pid, $watcher) {
    $other = lock_on(new PostgreSqlStore(pg_pdo()), $resource = unique());
    $other->acquire();
    late('in vain', $pid, $lock = lock_on($store, $resource), $resource);
    $other->release();
    same('granted', true, eventually(fn () => 1 === pg_locks($watcher, $resource)));
    posix_kill($pid, SIGCONT);
    same('the other lock', true, $kept->isAcquired());
    same('given back', 0, pg_locks($watcher, $resource));
    same('not held', false, $lock->isAcquired());
});

group('a reader that wanted to write', function () use ($store, $kept, $pid, $watcher) {
    $other = lock_on(new PostgreSqlStore(pg_pdo()), $resource = unique());
    $other->acquireRead();
    $lock = lock_on($store, $resource);
    $lock->acquireRead();
    late('in vain', $pid, $lock, $resource);
    $other->release();
    same('granted', true, eventually(fn () => 2 === pg_locks($watcher, $resource)));
    posix_kill($pid, SIGCONT);
    same('the other lock', true, $kept->isAcquired());
    same('it still reads', [true, 1], [$lock->isAcquired(), pg_locks($watcher, $resource)]);
    $lock->release();
});

group('others wait in vain, too', function () use ($store, $kept, $pid, $watcher) {
    $other = lock_on(new PostgreSqlStore(pg_pdo()), $resource = unique());
    $other->acquire();
    late('in vain', $pid, $lock = lock_on($store, $resource), $resource);
    foreach (['the same', 'the same once more', 'a free one'] as $which) {
        $next = 'a free one' === $which ? lock_on($store, $free = unique()) : $lock;
        raises($which, LockAcquiringException::class, null, fn () => $next->acquire(true, 0.2));
    }
    $other->release();
    posix_kill($pid, SIGCONT);
    same('the other lock', true, $kept->isAcquired());
    same('nobody has them', [0, 0], [pg_locks($watcher, $resource), pg_locks($watcher, $free)]);
    same('they can be had', [true, true], [$lock->acquire(), $next->acquire(true, 20.0)]);
    $lock->release();
    $next->release();
});

group('late to answer at all', function () use ($store, $kept, $pid, $watcher) {
    $free = [lock_on($store, $first = unique()), lock_on($store, $second = unique())];
    $reader = lock_on($store, $read = unique());
    $reader->acquireRead();
    $writer = lock_on($store, $written = unique());
    $writer->acquire();
    posix_kill($pid, SIGSTOP);
    foreach ([...$free, $reader] as $lock) {
        raises('late', LockAcquiringException::class, null, fn () => $lock->acquire(true, 0.2));
    }
    posix_kill($pid, SIGCONT);
    same('the other lock', true, $kept->isAcquired());
    same('given back', [0, 0], [pg_locks($watcher, $first), pg_locks($watcher, $second)]);
    posix_kill($pid, SIGSTOP);
    raises('promoted too late', LockAcquiringException::class, null, fn () => $reader->acquire(true, 0.2));
    posix_kill($pid, SIGCONT);
    same('it still reads', true, $reader->isAcquired());
    same('another reads, too', true, lock_on(new PostgreSqlStore(pg_pdo()), $read)->acquireRead());
    posix_kill($pid, SIGSTOP);
    raises('demoted too late', LockAcquiringException::class, null, fn () => $writer->acquireRead(true, 0.2));
    posix_kill($pid, SIGCONT);
    same('it still writes', true, $writer->isAcquired());
    same('nobody reads', false, lock_on(new PostgreSqlStore(pg_pdo()), $written)->acquireRead());
    $reader->release();
    $writer->release();
    same('one is left', [0, 0, true], [pg_locks($watcher, $read), pg_locks($watcher, $written), $kept->isAcquired()]);
});

group('silent for longer than the server may be', function () use ($pid) {
    $store = new PostgreSqlStore(pg_dsn(['command_timeout' => 1]));
    $kept = lock_on($store, $name = unique());
    $kept->acquire();
    $watcher = pg_pdo();
    $held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = '".crc32($name)."'";
    $own = (int) $watcher->query($held)->fetchColumn();
    check('a session of its own', $own !== $pid);
    posix_kill($own, SIGSTOP);
    raises('late', LockAcquiringException::class, null, fn () => lock_on($store, unique())->acquire(true, 0.2));
    same('given up', false, $kept->isAcquired());
    $lock = lock_on($store, unique());
    same('and replaced', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    posix_kill($own, SIGCONT);
    $lock->release();
});

group('it waits on, and the lock is released', function () use ($store, $kept, $pid, $watcher, $name) {
    $other = lock_on(new PostgreSqlStore(pg_pdo()), $resource = unique());
    $other->acquire();
    late('in vain', $pid, lock_on($store, $resource), $resource);
    posix_kill($pid, SIGCONT);
    $kept->release();
    same('nobody has it', 0, pg_locks($watcher, $name));
    same('the session is the same', true, $kept->acquire());
});
?>
--EXPECT--
ok: our session
ok: held by another session until the end
ok: granted when nobody waited any more
ok: a reader that wanted to write
ok: others wait in vain, too
ok: late to answer at all
ok: silent for longer than the server may be
ok: it waits on, and the lock is released
