--TEST--
RedisStore with replicas=N beside a replica that lags: what a short wait was granted is given back, in a time of its own; who waits keeps its connection
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$master = new OwnRedis('--repl-diskless-sync-delay', '0');
$admin = $master->connect();
$replica = new OwnRedis('--replicaof', '127.0.0.1', (string) $master->port);
$in_sync = fn () => $admin->call('SET', 'x', 1) && 1 === $admin->call('WAIT', 1, 100);
eventually($in_sync) || exit("FAIL: there is no replica\n");
$store = fn (string $more = '') => new RedisStore($master->dsn()."?replicas=1$more");
$left = fn () => $admin->call('EXISTS', 'r');
/** Which of these waits is not an error, or leaves something behind. */
$waits = function (callable $store) use ($left, $admin) {
    $wrong = [];
    foreach ([0.01, 0.03, 0.05, 0.08, 0.1, 0.12, 0.15, 0.18, 0.25, 0.4] as $wait) {
        $lock = lock($with = $store(), 'r', 30, false);
        $lock->isAcquired(); // connected
        try {
            $wrong[] = [$wait, $lock->acquire(true, $wait)];
        } catch (LockAcquiringException) {
        }
        // The release may have been sent and not been answered.
        if (!eventually(fn () => !$left(), 0.5)) {
            $wrong[] = "left behind after $wait s";
        }
        $admin->call('DEL', 'r');
    }

    return $wrong;
};

group('keeps up', function () use ($store) {
    foreach ([0.03, 0.1, 0.3] as $wait) {
        $lock = lock($store(), 'r', 30, true);
        $lock->isAcquired();
        same("$wait s", true, eventually(fn () => 'true' === outcome(fn () => $lock->acquire(true, $wait)), 3.0));
    }
});

$replica->signal(SIGSTOP);

group('short waits', function () use ($waits, $store) {
    same('alone', [], $waits($store));
    same('a longer time for replicas', [], $waits(fn () => $store('&replica_timeout=3')));
    $third = new OwnRedis();
    same('in a quorum', [], $waits(fn () => new CombinedStore(
        [$store(), new RedisStore($third->dsn())],
        new UnanimousStrategy(),
    )));
});

group('served late', function () use ($store, $master, $left) {
    $wrong = [];
    foreach ([0.01, 0.04, 0.08, 0.12, 0.16] as $before) {
        $holder = Child::start(sprintf(
            '$lock = new %s(new %s("r"), new %s(%s), 30); $lock->acquire(); echo "held\n"; fgets(STDIN); '
            .'usleep(%d); $lock->release();',
            'Symfony\Component\Lock\Lock',
            'Symfony\Component\Lock\Key',
            RedisStore::class,
            var_export($master->dsn(), true),
            (int) ((0.4 - $before) * 1e6),
        ));
        $holder->hear();
        $lock = lock($store(), 'r', 30, false);
        $holder->say('');
        try {
            // False: the holder was that late.
            $lock->acquire(true, 0.4) && $wrong[] = "granted $before";
        } catch (LockAcquiringException) {
        }
        $holder->finish();
        eventually(fn () => !$left(), 0.5) || $wrong[] = "left behind, $before s before the end";
    }
    same('nothing is left', [], $wrong);
});

group('the connection of a waiter', function () use ($store, $master, $admin) {
    $connections = function () use ($admin) {
        preg_match('/^total_connections_received:(\d+)/m', $admin->call('INFO', 'stats'), $m);

        return (int) $m[1];
    };
    $holder = lock(new RedisStore($master->dsn()), 'r', 30, true);
    same('another owner', true, $holder->acquire());
    $before = $connections();
    $calls = commands_during($admin, fn () => same('waits', false, lock($store(), 'r')->acquire(true, 1.5)));
    $asked = ($calls['eval'] ?? 0) + ($calls['evalsha'] ?? 0);
    check('it asks several times', $asked >= 5, show($calls));
    // Its own, another one as the first is blocked, that on which it is told of releases, and none more.
    check('connections', $connections() - $before <= 4, $connections() - $before);
});

group('the reason', function () use ($store) {
    $e = raises('near', LockAcquiringException::class, null, fn () => lock(
        $store('&read_timeout=0.5&replica_timeout=0.49'),
        'r',
    )->acquire());
    check('says why', str_contains(chain($e), '0 of 1 replicas have confirmed within 0.49 seconds'), chain($e));
});

group('a server that wants a password', function () {
    $closed = new OwnRedis('--requirepass', 'secret');
    $dsn = "redis://127.0.0.1:$closed->port?replicas=1";
    foreach (['', '&fencing=1'] as $more) {
        foreach (['acquire', 'acquireRead'] as $method) {
            $e = raises("none $more", LockAcquiringException::class, null, fn () => lock(
                new RedisStore("$dsn$more"),
                'r',
            )->$method());
            check("$method $more: says so", str_contains(chain($e), 'NOAUTH'), chain($e));
        }
    }
});
?>
--EXPECT--
ok: keeps up
ok: short waits
ok: served late
ok: the connection of a waiter
ok: the reason
ok: a server that wants a password
