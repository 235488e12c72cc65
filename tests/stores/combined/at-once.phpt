--TEST--
CombinedStore asks all members at once: one delay, one timeout, late answers, requests in their order
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

const TIMEOUT = 0.4;

$servers = [new SlowRedis(), new SlowRedis(), new SlowRedis(), new SlowRedis(), new SlowRedis()];
$stores = array_map(fn ($server) => new RedisStore($server->dsn(TIMEOUT)), $servers);
$lock = fn (int $members, $strategy = new ConsensusStrategy(), string $name = 'r') => new Lock(new Key($name), new CombinedStore(array_slice($stores, 0, $members), $strategy), 30, false);
$all = function (string $how, float $delay = 0.0) use ($servers) {
    foreach ($servers as $server) {
        $server->now($how, $delay);
    }
};
/** Nothing is locked on any server, at the latest when they had the time for all that they were sent. */
$free = fn () => eventually(fn () => [] === array_merge(...array_map(fn ($server) => $server->locks(), $servers)), 5);
/** Whether that is what the server gets; it may not have come to the end of it yet. */
$gets = function (SlowRedis $server, string $expected): bool {
    $log = '';

    return eventually(function () use ($server, $expected, &$log) {
        $log = trim("$log ".$server->log());

        return $log === $expected;
    }, 3);
};

group('50 ms per answer, 5 members', function () use ($lock, $all) {
    $all('works', 0.05);
    foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
        $one = $lock(5, $strategy);
        $other = $lock(5, $strategy);
        foreach ([
            'acquire' => fn () => same('acquire', true, $one->acquire()),
            'isAcquired' => fn () => same('isAcquired', true, $one->isAcquired()),
            'refresh' => fn () => $one->refresh(SlowRedis::REFRESHED),
            'release' => fn () => $one->release(),
        ] as $what => $f) {
            between("$what: seconds", 0.045, 0.2, seconds($f));
        }
        $one->acquire();
        // Refused, and what was not refused is given back.
        between('refused: seconds', 0.045, 0.25, seconds(fn () => same('refused', false, $other->acquire())));
        $one->release();
    }
    $all('works');
});
same('nothing is left', true, $free());

group('one silent member of three costs nothing', function () use ($lock, $servers, $free, $gets) {
    foreach ([0, 1, 2] as $silent) {
        outcome(fn () => $lock(3)->isAcquired());
        usleep(50_000);
        $servers[$silent]->log();
        $servers[$silent]->now('silent');
        $one = $lock(3);
        between('acquire: seconds', 0, 0.2, seconds(fn () => same('acquire', true, $one->acquire())));
        between('isAcquired: seconds', 0, 0.2, seconds(fn () => same('isAcquired', true, $one->isAcquired())));
        between('refresh: seconds', 0, 0.2, seconds(fn () => $one->refresh(SlowRedis::REFRESHED)));
        // Released everywhere, and that is worth one timeout.
        between('release: seconds', TIMEOUT - 0.05, TIMEOUT + 0.3, seconds(fn () => $one->release()));
        check('it got everything, and on one connection', $gets($servers[$silent], 'acquire exists refresh release'));
        $servers[$silent]->now('works');
        check('nothing is left', $free());
    }
});

group('silent members cost one timeout, once', function () use ($lock, $all, $servers, $free) {
    foreach ([[3, 2], [3, 3], [5, 3], [5, 5]] as [$members, $silent]) {
        for ($i = 0; $i < $silent; ++$i) {
            $servers[$i]->now('silent');
        }
        $one = $lock($members);
        $outcome = '';
        between("$silent of $members: seconds", TIMEOUT - 0.05, TIMEOUT + 0.3, seconds(function () use ($one, &$outcome) { $outcome = outcome(fn () => $one->acquire()); }));
        check('an exception', 1 === preg_match("/Quorum not met: \\d of $members members stored the lock, \\d failed; .*: no answer from 127\.0\.0\.1:\\d+ within 0\.4 seconds/", $outcome), $outcome);
        check('nothing is left', $free());
        $all('works');
    }
});

group('what is undone follows what is late', function () use ($lock, $servers, $free, $gets) {
    $lock(3)->isAcquired();
    $servers[0]->now('held');
    $servers[1]->now('silent');
    $servers[2]->now('held');
    usleep(50_000);
    $servers[1]->log();
    $one = $lock(3);
    between('refused at once: seconds', 0, 0.2, seconds(fn () => same('refused', false, $one->acquire())));
    check('on the same connection, in this order', $gets($servers[1], 'acquire release'));
    $servers[1]->now('works');
    check('nothing is left', $free());
    $servers[0]->now('works');
    $servers[2]->now('works');
    $servers[1]->now('empty', 0.1);
    $servers[0]->now('held');
    $servers[2]->now('held');
    same('refused', false, $one->acquire());
    check('nothing is left where no script is known', $free());
    foreach ([0, 1, 2] as $i) {
        $servers[$i]->now('works');
    }
});

group('late answers belong to nobody', function () use ($lock, $servers, $free) {
    foreach ([0, 1, 2] as $late) {
        $servers[$late]->now('works', 0.03);
        for ($i = 0; $i < 8; ++$i) {
            $one = $lock(3, name: "a$i");
            $other = $lock(3, name: "a$i");
            same('acquire', true, $one->acquire());
            same('refused', false, $other->acquire());
            same('not held', false, $other->isAcquired());
            same('held', true, $one->isAcquired());
            $one->refresh(SlowRedis::REFRESHED);
            // One member alone, on the connection that owes answers.
            $name = unique();
            $single = new Lock(new Key($name), new RedisStore($servers[$late]->dsn(TIMEOUT)), 30, false);
            same('alone: not held', false, $single->isAcquired());
            same('alone: acquire', true, $single->acquire());
            same('alone: held', true, $single->isAcquired());
            $single->release();
            $one->release();
            same('released', false, $one->isAcquired());
        }
        $servers[$late]->now('works');
        check('nothing is left', $free());
    }
});

group('the same server three times', function () use ($servers, $free) {
    $same = new CombinedStore(array_map(fn () => new RedisStore($servers[0]->dsn(TIMEOUT)), [0, 1, 2]), new UnanimousStrategy());
    foreach ([0.0, 0.02] as $delay) {
        $servers[0]->now('works', $delay);
        for ($i = 0; $i < 5; ++$i) {
            $one = new Lock(new Key("s$i"), $same, 30, false);
            same('acquire', true, $one->acquire());
            same('held', true, $one->isAcquired());
            $one->refresh(SlowRedis::REFRESHED);
            outcome(fn () => $one->release());
        }
    }
    $servers[0]->now('works');
    check('nothing is left', $free());
});

group('a strategy that asks a member itself', function () use ($servers, $stores, $free) {
    $asking = new class($stores[0]) implements StrategyInterface {
        public int $asked = 0;

        public function __construct(private RedisStore $store)
        {
        }

        public function isMet(int $numberOfSuccess, int $numberOfItems): bool
        {
            // Takes in what the round awaits on the same connection.
            $this->asked += !$this->store->exists(new Key('other'));

            return $numberOfSuccess === $numberOfItems;
        }

        public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
        {
            return 0 === $numberOfFailure;
        }
    };
    $servers[0]->now('works', 0.05);
    $servers[1]->now('works');
    $one = new Lock(new Key('r'), new CombinedStore([$stores[0], $stores[1]], $asking), 30, false);
    between('acquire: seconds', 0.04, TIMEOUT - 0.1, seconds(fn () => same('acquired', true, $one->acquire())));
    same('held', true, $one->isAcquired());
    check('it asked', $asking->asked > 1, show($asking->asked));
    $one->release();
    $servers[0]->now('works');
    check('nothing is left', $free());
});

group('the lifetime counts from before the requests', function () use ($servers, $stores, $free) {
    foreach ([0, 1, 2] as $i) {
        $servers[$i]->now('works', 0.15);
    }
    $one = new Lock(new Key('l'), new CombinedStore(array_slice($stores, 0, 3), new ConsensusStrategy()), 30, false);
    $one->acquire();
    between('shortened by the delay', 29.0, 29.85, $one->getRemainingLifetime());
    $one->release();
    $late = new Lock(new Key('l'), new CombinedStore(array_slice($stores, 0, 3), new ConsensusStrategy()), 0.1, false);
    $outcome = outcome(fn () => $late->acquire());
    check('too late', str_contains($outcome, 'LockExpiredException'), $outcome);
    foreach ([0, 1, 2] as $i) {
        $servers[$i]->now('works');
    }
    check('nothing is left', $free());
});
?>
--EXPECT--
ok: 50 ms per answer, 5 members
ok: nothing is left
ok: one silent member of three costs nothing
ok: silent members cost one timeout, once
ok: what is undone follows what is late
ok: late answers belong to nobody
ok: the same server three times
ok: a strategy that asks a member itself
ok: the lifetime counts from before the requests
