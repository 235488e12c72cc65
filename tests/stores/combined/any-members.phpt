--TEST--
CombinedStore of 1 to 7 servers, slow, dead, refusing, failing, silent or back empty: the outcome, and nothing is left
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

const TIMEOUT = 0.25;

/** All but one, of three or more. */
class AllButOne implements StrategyInterface
{
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        return $numberOfSuccess >= $numberOfItems - (int) ($numberOfItems > 2);
    }

    public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
    {
        return $numberOfFailure <= (int) ($numberOfItems > 2);
    }
}

$servers = array_map(fn () => new SlowRedis(), range(1, 7));
$nobody = 'redis://127.0.0.1:'.free_port();
$stores = array_map(fn ($server) => new RedisStore($server->dsn(TIMEOUT)), $servers);
$dead = new RedisStore($nobody);
$locked = fn () => array_merge(...array_map(fn ($server) => $server->locks(), $servers));

/** @param list<string> $members how each of them is */
$try = function (array $members, StrategyInterface $strategy) use ($servers, $stores, $dead, $locked) {
    $what = (new ReflectionClass($strategy))->getShortName().' '.implode(' ', $members);
    $combined = [];
    foreach ($members as $i => $how) {
        $combined[] = 'dead' === $how ? $dead : $stores[$i];
        match ($how) {
            'dead', 'works' => null,
            'slow' => $servers[$i]->now('works', 0.02),
            default => $servers[$i]->now($how),
        };
    }
    $count = array_count_values($members) + array_fill_keys(
        ['works', 'slow', 'empty', 'held', 'silent', 'error', 'closes', 'dead'],
        0,
    );
    $good = $count['works'] + $count['slow'] + $count['empty'];
    $expected = match (true) {
        $strategy->isMet($good, count($members)) => 'true',
        !$strategy->canBeMet($count['held'], count($members)) => 'false',
        default => 'Symfony\Component\Lock\Exception\LockAcquiringException',
    };
    $store = new CombinedStore($combined, $strategy);
    $lock = new Lock(new Key('r'), $store, 30, false);
    // A fast machine takes some milliseconds; what is waited for is one timeout at most.
    between(
        "$what: time",
        0,
        TIMEOUT + 0.5,
        seconds(function () use ($lock, &$outcome) { $outcome = outcome(fn () => $lock->acquire()); }),
    );
    same("$what: acquire", $expected, explode(':', $outcome)[0]);
    if ('true' === $expected) {
        same("$what: held", true, $lock->isAcquired());
        $lock->refresh(SlowRedis::REFRESHED);
        between("$what: lifetime", SlowRedis::REFRESHED - 1, SlowRedis::REFRESHED, $lock->getRemainingLifetime());
        $other = new Lock(new Key('r'), $store, 30, false);
        check("$what: excludes", 'true' !== outcome(fn () => $other->acquire()));
        same("$what: still held", true, $lock->isAcquired());
        outcome(fn () => $lock->release());
    }
    // Late answers are given while the servers change their minds.
    foreach ($members as $i => $how) {
        if (!in_array($how, ['dead', 'works'], true)) {
            $servers[$i]->now('works');
        }
    }
    if (!check("$what: nothing is left", eventually(fn () => [] === $locked(), 3), show($locked()))) {
        exit;
    }
    // And they confuse nobody.
    foreach ($members as $i => $how) {
        if (!in_array($how, ['dead', 'works'], true)) {
            same(
                "$what: then",
                [true, true],
                [($one = new Lock(new Key('one'), $stores[$i], 30))->acquire(), $one->isAcquired()],
            );
            unset($one);
        }
    }
};

$bad = ['slow', 'empty', 'held', 'error', 'closes', 'dead', 'silent'];
mt_srand(6);
foreach ([new ConsensusStrategy(), new UnanimousStrategy(), new AllButOne()] as $strategy) {
    group($strategy::class, function () use ($strategy, $bad, $try) {
        for ($n = 1; $n <= 7; ++$n) {
            for ($tolerated = 0; $strategy->canBeMet($tolerated + 1, $n); ++$tolerated) {
            }
            foreach ($bad as $how) {
                // As many as can be borne, one more, and all.
                foreach (array_unique([$tolerated, min($tolerated + 1, $n)]) as $times) {
                    if ($times && ('silent' !== $how || $strategy instanceof ConsensusStrategy || 3 === $n)) {
                        $members = array_pad(array_fill(0, $times, $how), $n, 'works');
                        $try($members, $strategy);
                        if ($times < $n && 0 === $n % 3) {
                            $try(array_reverse($members), $strategy);
                        }
                    }
                }
            }
        }
    });
    group($strategy::class.', mixed', function () use ($strategy, $bad, $try) {
        for ($i = 0; $i < 10; ++$i) {
            $members = array_map(
                fn () => mt_rand(0, 1) ? 'works' : $bad[mt_rand(0, count($bad) - 1)],
                range(1, mt_rand(2, 7)),
            );
            $try($members, $strategy);
        }
    });
}
?>
--EXPECT--
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, mixed
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, mixed
ok: AllButOne
ok: AllButOne, mixed
