--TEST--
PostgreSqlStore by DSN: where a session was closed because its server was silent, no release of a lock that it had succeeds, as the server may have it yet
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$watcher = pg_pdo();
$lock = fn (object $store, string $resource) => new Lock(new Key($resource), $store, null, false);
/** Two stores with one session, which has the locks. */
$stores = function (string ...$resources) use ($watcher, $lock, &$stopped) {
    $dsn = pg_dsn(['application_name' => unique(), 'command_timeout' => 2]);
    $stores = [new PostgreSqlStore($dsn), new PostgreSqlStore($dsn)];
    $locks = [];
    foreach ($resources as $i => $resource) {
        $locks[] = $lock($stores[$i % 2], $resource);
        same('acquired', true, $locks[$i]->acquire());
    }
    $pid = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = '".crc32($resources[0])."'";
    $stopped = (int) $watcher->query($pid)->fetchColumn();
    check('the session', $stopped > 0);

    return [...$stores, ...$locks];
};
$go_on = function () use (&$stopped) {
    $stopped && posix_kill($stopped, SIGCONT);
    $stopped = null;
};
register_shutdown_function($go_on);

/** The server's process stands still while $f makes the session be closed. */
$in_silence = function (callable $f) use ($watcher, $lock, $stores, $go_on, &$stopped) {
    [$one, $two, $a, $b, $c] = $stores($first = unique(), $second = unique(), unique());
    posix_kill($stopped, SIGSTOP);
    $f($one, $a);
    foreach (['a release', 'once more'] as $what) {
        $e = raises($what, LockReleasingException::class, null, fn () => $b->release());
        check("$what: why", str_contains(chain($e), 'did not answer'), chain($e));
    }
    same('the server has it', 1, pg_locks($watcher, $second));
    same('asked', [false, false], [$b->isAcquired(), $c->isAcquired()]);
    same('who has none', null, $lock($one, unique())->release());
    same('another key', null, $lock($one, $second)->release());
    if (0 === $pid = pcntl_fork()) {
        try {
            $b->release();
        } catch (LockReleasingException $e) {
            echo "FAIL: in a child: ", chain($e), "\n";
        }
        posix_kill(getmypid(), 9);
    }
    pcntl_waitpid($pid, $status);
    $go_on();
    same('the server has found out', true, eventually(fn () => 0 === pg_locks($watcher, $second)));
    $next = $lock($one, unique());
    same('another session', [true, true], [$next->acquire(), $next->isAcquired()]);
    raises('nobody has told of its end', LockReleasingException::class, null, fn () => $b->release());
    same('had again', [true, true], [$b->acquire(), $b->isAcquired()]);
    same('and released', [null, null, 0], [$b->release(), $b->release(), pg_locks($watcher, $second)]);
    raises('that was not', LockReleasingException::class, null, fn () => $c->release());
    $next->release();
};
group('asked', fn () => $in_silence(
    fn ($store, $a) => raises('asked', LockStorageException::class, null, fn () => $a->isAcquired()),
));
group('released', fn () => $in_silence(
    fn ($store, $a) => raises('released', LockReleasingException::class, null, fn () => $a->release()),
));
group('a deadline', fn () => $in_silence(
    function ($store) use ($lock) {
        $late = $lock($store, unique());
        raises('late', LockAcquiringException::class, null, fn () => $late->acquire(true, 0.2));
    },
));

foreach (['at once' => 0.1, 'after a silence' => 1.3] as $when => $seconds) {
    group("the connection ends $when", function () use ($stores, $when, $seconds, &$stopped) {
        $proxy = new FaultProxy(['PGSQL_PORT' => [pg('HOST').':'.pg('PORT')]]);
        [, , $a, $b] = $stores(unique(), unique());
        $stopped = null;
        $proxy->does('stall');
        if (!$pid = pcntl_fork()) {
            usleep((int) (1e6 * $seconds));
            $proxy->does('reset');
            posix_kill(getmypid(), SIGKILL);
        }
        outcome(fn () => $a->isAcquired());
        pcntl_waitpid($pid, $status);
        if ('at once' === $when) {
            same('the other one', null, $b->release());
        } else {
            raises('the other one', LockReleasingException::class, null, fn () => $b->release());
        }
        $proxy->stop();
    });
}
?>
--EXPECT--
ok: asked
ok: released
ok: a deadline
ok: the connection ends at once
ok: the connection ends after a silence
