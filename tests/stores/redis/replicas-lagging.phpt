--TEST--
RedisStore with replicas=N beside a replica that lags: a refusal is false at once, what the key has stays, and no connection is kept that awaits replicas
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$master = new OwnRedis('--repl-diskless-sync-delay', '0');
$admin = $master->connect();
$replica = new OwnRedis('--replicaof', '127.0.0.1', (string) $master->port);
$in_sync = fn () => $admin->call('SET', 'x', 1) && 1 === $admin->call('WAIT', 1, 100);
eventually($in_sync) || exit("FAIL: there is no replica\n");

/** While the replica is stopped. */
$lagging = function (callable $f) use ($replica, $in_sync, $admin) {
    $replica->signal(SIGSTOP);
    // It has told all that it had, perhaps; this it cannot.
    $admin->call('SET', 'x', 2);
    $f();
    $replica->signal(SIGCONT);
    eventually($in_sync) || exit("FAIL: the replica does not come back\n");
    $admin->call('DEL', 'r');
};
$store = fn (float $wait = 0.1, string $more = '') =>
    new RedisStore($master->dsn()."?replicas=1&replica_timeout=$wait$more");
$fails = function (string $what, callable $f) {
    $e = raises($what, LockAcquiringException::class, null, $f);
    check("$what: says why", str_contains(chain($e), '0 of 1 replicas have confirmed'), chain($e));
};
$owners = fn () => $admin->call('ZCARD', 'r');

group('refused', function () use ($lagging, $store, $master, $admin) {
    $holder = lock(new RedisStore($master->dsn()), 'r');
    same('held by another owner', true, $holder->acquire());
    $lagging(function () use ($store, $admin) {
        $lock = lock($with = $store(4.0), 'r');
        between('seconds', 0, 3, seconds(function () use ($lock, $with, $admin) {
            $calls = commands_during($admin, function () use ($lock, $with) {
                same('refused', false, $lock->acquire());
                same('asked', false, $lock->isAcquired());
                same('refused again', false, $lock->acquireRead());
                same('another', false, lock($with, 'r')->acquire());
            });
            // The server has not known the scripts of two.
            same('sent once each', [4, 2], [$calls['evalsha'], $calls['eval']]);
        }));
        same('in the time that it has', false, $lock->acquire(true, 0.3));
    });
});

group('held before', function () use ($lagging, $store, $fails, $owners) {
    foreach (['' => 1, '&fencing=1' => 1] as $more => $n) {
        $lock = lock($with = $store(0.1, $more), 'r');
        same('acquired', true, $lock->acquire());
        $lagging(function () use ($lock, $fails, $owners) {
            $fails('again', fn () => $lock->acquire());
            same('is held', true, $lock->isAcquired());
            same('by a writer', 2, $owners());
            $fails('for reading', fn () => $lock->acquireRead());
            same('is held by a reader', [true, 1], [$lock->isAcquired(), $owners()]);
            $fails('the reader again', fn () => $lock->acquireRead());
            same('is held as before', [true, 1], [$lock->isAcquired(), $owners()]);
            $fails('for writing', fn () => $lock->acquire());
            same('is held by a writer', [true, 2], [$lock->isAcquired(), $owners()]);
            $fails('in the time that it has', fn () => $lock->acquire(true, 0.4));
            same('is still held', [true, 2], [$lock->isAcquired(), $owners()]);
            $lock->release();
            same('released', 0, $owners());
            $fails('not held', fn () => $lock->acquireRead());
            same('given back', 0, $owners());
        });
    }
});

group('kept alive', function () use ($lagging, $store, $admin, $owners) {
    $lock = lock($store(), 'r', 1.5);
    same('acquired', true, $lock->acquire());
    $lost = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$lost) { ++$lost; });
    $compute = function (callable $f) {
        for ($end = hrtime(true) + 10e9; hrtime(true) < $end && !$f();) {
        }
    };
    $lagging(function () use ($lock, $admin, $compute, $keep, $owners) {
        $calls = commands_during($admin, fn () => $compute(fn () => $lock->getRemainingLifetime() < 0.8));
        check('a renewal was not confirmed', ($calls['wait'] ?? 0) > 0, show($calls));
        same('nothing is lost', [false, 2, false], [$keep->isLost(), $owners(), $lock->isExpired()]);
    });
    same('told of no loss', 0, $lost);
    unset($keep);
});

group('a quorum', function () use ($lagging, $store, $owners) {
    [$second, $third] = [new OwnRedis(), new OwnRedis()];
    $quorum = fn () => new CombinedStore([
        $store(3.0), new RedisStore($second->dsn()), new RedisStore($third->dsn()),
    ], new ConsensusStrategy());
    $held = fn () => [$owners(), $second->connect()->call('ZCARD', 'r'), $third->connect()->call('ZCARD', 'r')];
    $lagging(function () use ($quorum, $held) {
        $lock = lock($with = $quorum(), 'r', 30, false);
        between('seconds', 0, 2.5, seconds(function () use ($lock, $with, $held) {
            same('two of three', true, $lock->acquire());
            same('refused', false, lock($with, 'r', 30, false)->acquire());
            $lock->release();
            check('released', eventually(fn () => [0, 0, 0] === $held(), 2.0), show($held()));
        }));
    });
});

group('a quorum, and a member that owes as many answers as a connection may', function () {
    $servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
    $members = fn () => [
        new RedisStore($servers[0]->dsn()),
        new RedisStore($servers[1]->dsn()),
        new RedisStore($servers[2]->dsn().'?replicas=1&read_timeout=1'),
    ];
    $store = new CombinedStore($members(), new ConsensusStrategy());
    same('connected', true, lock($store, 'r')->acquire());
    same('another owner has the first', true, lock(new RedisStore($servers[0]->dsn()), 'taken', 60, false)->acquire());
    same('nobody has this', false, ($lock = lock($store, 's', 30, false))->isAcquired());
    usleep(100000); // all have answered
    $servers[2]->signal(SIGSTOP);
    // There is room for one more command then, and for none behind it.
    for ($i = 0; $i < 31; ++$i) {
        $lock->isAcquired();
    }
    check('one of three is none', 'true' !== $outcome = outcome(fn () => lock($store, 'taken')->acquire()), $outcome);
    $servers[2]->signal(SIGCONT);
});

group('the end of a request', function () use ($lagging, $master, $admin, $store) {
    file_put_contents(($directory = temporary_directory()).'/index.php', <<<'CODE'
        <?php
        $store = new Symfony\Component\Lock\Store\RedisStore($_GET['dsn']);
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('r'), $store, 30, false);
        echo json_encode($lock->acquire());
        usleep((int) $_GET['sleep']);
        CODE);
    $web = Child::run(['-S', $address = '127.0.0.1:'.free_port(), '-t', $directory], 'here');
    check('it answers', eventually(fn () => false !== @fsockopen(...explode(':', $address))));
    $request = fn (int $sleep) => file_get_contents("http://$address/?".http_build_query([
        'dsn' => $master->dsn().'?replicas=1&replica_timeout=3&persistent=1',
        'sleep' => $sleep,
    ]));
    $connections = function () use ($admin) {
        preg_match_all('/^id=(\d+) .* cmd=(?:wait|eval)/m', $admin->call('CLIENT', 'LIST'), $m);

        return $m[1];
    };
    same('another owner', true, lock($store(), 'r', 60, false)->acquire());
    gc_collect_cycles();
    same('refused', 'false', $request(100000));
    same('and kept', 1, count($kept = $connections()));
    same('refused again', 'false', $request(100000));
    same('on the same connection', $kept, $connections());
    $lagging(function () use ($request, $admin) {
        same('refused beside a replica that lags', 'false', $request(0));
        // From Redis 7.2 on a WAIT behind a script that has written nothing ends at once, and the connection is kept.
        $awaits = fn () => preg_match('/^id=\d+ .* flags=\w*b\w* .* cmd=wait/m', $admin->call('CLIENT', 'LIST'));
        check('no connection is kept that awaits replicas', eventually(fn () => !$awaits(), 2.0));
    });
    $web->kill();
});
?>
--EXPECT--
ok: refused
ok: held before
ok: kept alive
ok: a quorum
ok: a quorum, and a member that owes as many answers as a connection may
ok: the end of a request
