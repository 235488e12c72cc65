--TEST--
CombinedStore: acquire(true, timeout) ends in time, whatever the members do: slow links, silence, no connection, a refusal
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = array_map(static fn () => new SlowRedis(), range(1, 3));
$queue = new FullQueue();
$members = static fn () => array_map(static fn ($server) => new RedisStore($server->dsn(5)), $servers);
$all = static function (string ...$how) use ($servers): void {
    foreach ($servers as $i => $server) {
        [$what, $delay] = explode(' ', ($how[$i] ?? $how[0]).' 0');
        $server->now($what, (float) $delay);
    }
};
$free = static fn () => eventually(
    static fn () => [] === array_merge(...array_map(static fn ($server) => $server->locks(), $servers)),
);
$try = static function (array $stores, float $timeout, ?string &$outcome, $strategy = new ConsensusStrategy()): float {
    $lock = new Lock(new Key('r'), new CombinedStore($stores, $strategy), 30, false);
    $took = seconds(static function () use ($lock, $timeout, &$outcome) {
        $outcome = explode(':', outcome(static fn () => $lock->acquire(true, $timeout)))[0];
    });
    if ('true' === $outcome) {
        $lock->release();
    }

    return $took;
};

group('a round trip of 0.4 seconds, that is held elsewhere', function () use ($members, $all, $try) {
    $all('held 0.4');
    foreach ([0.1, 0.5] as $timeout) {
        // Without an answer in time it cannot be told, and with one it is a refusal. On a fresh connection and on a
        // used one.
        $stores = $members();
        foreach ([1, 2] as $time) {
            between(
                "$timeout seconds, $time",
                $timeout - 0.01,
                $timeout + 0.4 + 0.35,
                $try($stores, $timeout, $outcome),
            );
            same(
                "$timeout seconds, $time: the outcome",
                $timeout < 0.4 ? LockAcquiringException::class : 'false',
                $outcome,
            );
        }
    }
});

group('members that say nothing', function () use ($members, $all, $try, $free) {
    $stores = $members();
    foreach ([['works', 'silent', 'silent'], ['held', 'works', 'silent'], ['silent']] as $how) {
        $all(...$how);
        between(implode(' ', $how).': seconds', 0.29, 0.95, $try($stores, 0.3, $outcome));
        same(implode(' ', $how).': the outcome', LockAcquiringException::class, $outcome);
        $all('works');
    }
    foreach ([['held', 'held', 'silent'], ['held', 'silent', 'held']] as $how) {
        $all(...$how);
        between(implode(' ', $how).': seconds', 0.29, 0.95, $try($stores, 0.3, $outcome));
        same(implode(' ', $how).': the outcome', 'false', $outcome);
        $all('works');
    }
    same('nothing is left', true, $free());
    $all('works', 'works', 'silent');
    between('two that work are enough: seconds', 0, 0.25, $try($stores, 0.3, $outcome));
    same('and have it', 'true', $outcome);
    $all('works');
    same('nothing is left of that', true, $free());
});

group('no connection', function () use ($queue, $members, $all, $try) {
    $all('held', 'works', 'works');
    foreach ([
        "redis://$queue->address?timeout=5" => RedisStore::class,
        "memcached://$queue->address?timeout=5" => MemcachedStore::class,
    ] as $dsn => $class) {
        $stores = [new $class($dsn), ...array_slice($members(), 0, 2)];
        foreach ([1, 2] as $time) {
            between("$class, $time: seconds", 0.29, 0.95, $try($stores, 0.3, $outcome));
            same("$class, $time: the outcome", LockAcquiringException::class, $outcome);
        }
    }
    foreach ([1, 2] as $time) {
        between(
            "unanimous, $time: seconds",
            0.29,
            0.95,
            $try(
                [new RedisStore("redis://$queue->address?timeout=5"), $members()[1]],
                0.3,
                $outcome,
                new UnanimousStrategy(),
            ),
        );
        same("unanimous, $time: the outcome", LockAcquiringException::class, $outcome);
    }
});

group('what is told of silence', function () use ($members, $all) {
    $all('silent');
    $lock = new Lock(new Key('silent'), new CombinedStore($members(), new ConsensusStrategy()), 30, false);
    $told = outcome(static fn () => $lock->acquire(true, 0.3));
    // The seconds that a member would have had by itself are not those that it got.
    check('no seconds', 1 === preg_match('/: no answer from 127\.0\.0\.1:\d+ in time/', $told), $told);
    $all('works');
});
?>
--EXPECT--
ok: a round trip of 0.4 seconds, that is held elsewhere
ok: members that say nothing
ok: no connection
ok: what is told of silence
