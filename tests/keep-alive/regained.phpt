--TEST--
A lock that is acquired, refreshed or found held again while its loss is on its way to those that keep it alive
--EXTENSIONS--
pcntl
posix
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$server = new OwnRedis();
$dsn = fn (string $more = '') => new RedisStore($server->dsn().'?timeout=5&read_timeout=5'.$more);
$client = function () use ($server) {
    $redis = new Redis();
    $redis->connect('127.0.0.1', $server->port);

    return new RedisStore($redis);
};
$threads = fn () => preg_replace('/\s+/', ' ', implode(' ', array_map(
    fn ($file) => @file_get_contents($file),
    glob('/proc/'.getmypid().'/task/*/comm'),
)));
/** Runs it while the server does nothing for so long. */
$stalled = function (float $seconds, Closure $call) use ($server) {
    $server->signal(SIGSTOP);
    if (!$child = pcntl_fork()) {
        usleep((int) ($seconds * 1e6));
        $server->signal(SIGCONT);
        posix_kill(getmypid(), SIGKILL);
    }
    try {
        return $call();
    } finally {
        pcntl_waitpid($child, $status);
    }
};

group('acquired while the lifetime runs out: the thread goes on', function () use ($dsn, $stalled, $threads) {
    $lock = new Lock(new Key(unique()), $dsn('&keep_alive=1'), 1.5, false);
    same('acquired', true, $lock->acquire());
    same('and again', true, $stalled(2.0, function () use ($lock) {
        usleep(1_200_000);

        return $lock->acquire();
    }));
    check('by the thread', str_contains($threads(), 'slock-renewer'), $threads());
    sleep(3);
    same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    $lock->release();
});

group('refreshed while it runs out: that is told', function () use ($dsn, $stalled) {
    $lock = new Lock(new Key(unique()), $dsn('&keep_alive=1'), 1.5, false);
    same('acquired', true, $lock->acquire());
    $said = outcome(fn () => $stalled(2.0, function () use ($lock) {
        usleep(1_200_000);
        $lock->refresh();
        compute(0.5);
    }));
    check('told', str_contains($said, 'LockLostException'), $said);
});

group('maxLifetime is over while it is asked for', function () use ($dsn) {
    for ($wrong = $i = 0; $i < 20; ++$i) {
        $lock = new Lock(new Key(unique()), $dsn(), 60.0);
        $lock->acquire();
        $told = false;
        $keep = new KeepAlive($lock, maxLifetime: 0.03, onLost: function () use (&$told) { $told = true; });
        while (!$told) {
            $lock->isAcquired();
        }
        $wrong += !$lock->isExpired() || !$keep->isLost();
    }
    same('expired', 0, $wrong);
});

group('and of two that keep it, in whatever order', function () use ($dsn) {
    foreach ([true, false] as $first) {
        for ($wrong = $i = 0; $i < 10; ++$i) {
            $lock = new Lock(new Key(unique()), $dsn(), 60.0);
            $lock->acquire();
            $keep = fn (?float $longest) => new KeepAlive($lock, maxLifetime: $longest, onLost: function () {});
            $keepers = $first ? [$keep(0.03), $keep(null)] : [$keep(null), $keep(0.03)];
            while (!$keepers[$first ? 0 : 1]->isLost()) {
                $lock->refresh();
            }
            $wrong += !compute(2, fn () => $keepers[0]->isLost() && $keepers[1]->isLost());
        }
        same('both', 0, $wrong);
    }
});

group('nothing is thrown into the closure of the only one', function () use ($client, $server) {
    $redis = new Resp("tcp://127.0.0.1:$server->port");
    foreach ([false, true] as $in_a_fiber) {
        $lock = new Lock(new Key($resource = unique()), $client(), 60.0, false);
        same('acquired', true, $lock->acquire());
        $log = [];
        $next = [];
        $replace = function () use ($client, $redis, &$next) {
            $next[] = $lock = new Lock(new Key($resource = unique()), $client(), 60.0, false);
            $lock->acquire();
            $next[] = new KeepAlive($lock);
            $redis->call('DEL', $resource);
            $lock->isAcquired();
            compute(0.05);
        };
        $keep = new KeepAlive($lock, onLost: function () use (&$log, $replace, $in_a_fiber) {
            $log[] = 'begins';
            $in_a_fiber ? (new Fiber($replace))->start() : $replace();
            $log[] = 'ends';
        });
        $redis->call('DEL', $resource);
        try {
            $lock->isAcquired();
            compute(1);
        } catch (LockLostException) {
            $log[] = 'thrown';
        }
        same('afterwards', ['begins', 'ends', 'thrown'], $log);
    }
});

group('a member of a quorum that has it by now', function () use ($dsn, $server) {
    $other = new OwnRedis();
    $quorum = new CombinedStore([$dsn(), new RedisStore($other->dsn())], new ConsensusStrategy());
    $lost = new Lock($key = new Key($resource = unique()), $dsn(), 60.0);
    same('acquired', true, $lost->acquire());
    $keep = new KeepAlive($lost, maxLifetime: 0.05, onLost: function () use (&$told) { $told = true; });
    check('lost', compute(5, function () use (&$told) { return $told; }));
    $lock = new Lock($key, $quorum, 60.0, false);
    same('by a quorum', true, $lock->acquire());
    unset($keep, $lost);
    same('keeps it', 1, $server->connect()->call('EXISTS', $resource));
    $lock->release();
});
?>
--EXPECT--
ok: acquired while the lifetime runs out: the thread goes on
ok: refreshed while it runs out: that is told
ok: maxLifetime is over while it is asked for
ok: and of two that keep it, in whatever order
ok: nothing is thrown into the closure of the only one
ok: a member of a quorum that has it by now
