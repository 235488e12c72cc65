--TEST--
CombinedStore of servers that are slow, dead, refusing, failing, silent, closing or back empty, without looking at the time
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

// For slow machines, and for tools that make them slow.
$servers = array_map(fn () => new SlowRedis(), range(1, 3));
$redis = fn (int $i, string $credentials = '', string $database = '') => new RedisStore(
    "redis://{$credentials}127.0.0.1:{$servers[$i]->port}$database?timeout=20&read_timeout=20",
);
$full = new FullQueue();
$nobody = '127.0.0.1:'.free_port();
$run = function (string $what, array $members, ?callable $between = null) use ($servers) {
    foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
        $store = new CombinedStore($members, $strategy);
        $lock = new Lock(new Key('r'), $store, 300, false);
        $outcomes = [];
        foreach (['acquire', 'isAcquired', 'refresh', 'acquireRead', 'release'] as $method) {
            if ('release' === $method && $between) {
                $between();
            }
            $outcomes[] = preg_replace(
                '/.*\\\\(\w+)Exception.*/s',
                '$1',
                explode(
                    ':',
                    outcome(fn () => $lock->$method(...('refresh' === $method ? [SlowRedis::REFRESHED] : []))),
                )[0],
            );
        }
        echo "$what: ", implode(' ', $outcomes), "\n";
    }
    foreach ($servers as $server) {
        $server->now('works');
    }
    if (!eventually(fn () => [] === array_merge(...array_map(fn ($server) => $server->locks(), $servers)), 30)) {
        echo "something is left\n";
    }
};

foreach (['works', 'empty', 'held', 'error', 'closes'] as $how) {
    foreach ([1, 2] as $times) {
        for ($i = 0; $i < $times; ++$i) {
            $servers[$i]->now($how);
        }
        $run("$how, $times of 3", array_map($redis, [0, 1, 2]));
    }
}
foreach ([0, 1, 2] as $i) {
    $servers[$i]->now('works', 0.05 * $i);
}
$run('slow', array_map($redis, [0, 1, 2]));
$run('the same one again and again', [$redis(0), $redis(0), $redis(0)]);
$run('new connections', [$redis(0, 'secret@', '/3'), $redis(1, 'secret@', '/3'), $redis(2, 'secret@', '/3')]);
$run('nobody there', [new RedisStore("redis://$nobody"), $redis(0), new MemcachedStore("memcached://$nobody")]);
$run('nobody accepts', [
    new RedisStore("redis://$full->address?timeout=0.1"),
    $redis(0),
    new MemcachedStore("memcached://$full->address?timeout=0.1"),
    $redis(1),
    $redis(2),
]);
$servers[1]->now('silent');
$run(
    'silent',
    array_map(
        fn ($i) => new RedisStore(
            "redis://127.0.0.1:{$servers[$i]->port}?timeout=20&read_timeout=".(1 === $i ? 0.3 : 20),
        ),
        [0, 1, 2],
    ),
);
$run('awake again', array_map($redis, [0, 1, 2]));
?>
--EXPECT--
works, 1 of 3: true true NULL true NULL
works, 1 of 3: true true NULL true NULL
works, 2 of 3: true true NULL true NULL
works, 2 of 3: true true NULL true NULL
empty, 1 of 3: true true NULL true NULL
empty, 1 of 3: true true NULL true NULL
empty, 2 of 3: true true NULL true NULL
empty, 2 of 3: true true NULL true NULL
held, 1 of 3: true true NULL true NULL
held, 1 of 3: false false LockConflicted false NULL
held, 2 of 3: false false LockConflicted false NULL
held, 2 of 3: false false LockConflicted false NULL
error, 1 of 3: true true NULL true NULL
error, 1 of 3: LockAcquiring false LockConflicted LockAcquiring NULL
error, 2 of 3: LockAcquiring LockStorage LockAcquiring LockAcquiring LockReleasing
error, 2 of 3: LockAcquiring false LockConflicted LockAcquiring NULL
closes, 1 of 3: true true NULL true NULL
closes, 1 of 3: LockAcquiring false LockConflicted LockAcquiring NULL
closes, 2 of 3: LockAcquiring LockStorage LockAcquiring LockAcquiring LockReleasing
closes, 2 of 3: LockAcquiring false LockConflicted LockAcquiring NULL
slow: true true NULL true NULL
slow: true true NULL true NULL
the same one again and again: true true NULL true NULL
the same one again and again: true true NULL true NULL
new connections: true true NULL true NULL
new connections: true true NULL true NULL
nobody there: LockAcquiring LockStorage LockAcquiring LockAcquiring LockReleasing
nobody there: LockAcquiring false LockConflicted LockAcquiring NULL
nobody accepts: true true NULL true NULL
nobody accepts: LockAcquiring false LockConflicted LockAcquiring NULL
silent: true true NULL true NULL
silent: LockAcquiring false LockConflicted LockAcquiring NULL
awake again: true true NULL true NULL
awake again: true true NULL true NULL
