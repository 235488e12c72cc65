--TEST--
CombinedStore of a cluster, a sentinel, several hosts, ZooKeeper, Memcached, MongoDB and SQL: one lock on all, and nothing is left
--EXTENSIONS--
pcntl
posix
pdo
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/every-store.inc';
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

clean_ways();
$names = ['RedisStore, cluster', 'PdoStore, pgsql', 'RedisStore, sentinel', 'ZookeeperStore', 'MongoDbStore', 'RedisStore, several hosts', 'MemcachedStore', 'PdoStore, sqlite', 'InMemoryStore'];
$members = array_map(fn ($name) => ways()[$name]->store(), $names);
$full = new FullQueue();
$away = new RedisStore("redis://$full->address?timeout=0.4");
$lock = fn (string $resource, $strategy, ?array $of = null) => new Lock(new Key($resource), new CombinedStore($of ?? $members, $strategy), 30, false);
/** Where somebody else cannot lock it. */
$left = function (string $resource) use ($names, $members): array {
    $left = [];
    foreach ($members as $i => $member) {
        $one = new Lock(new Key($resource), $member, 30);
        // A late answer may still be on its way.
        if (!eventually(fn () => $one->acquire(), 5)) {
            $left[] = $names[$i];
        }
    }

    return $left;
};

foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
    group($strategy::class, function () use ($strategy, $lock, $left, $names, $members) {
        for ($i = 0; $i < 3; ++$i) {
            $one = $lock($name = unique(), $strategy);
            $other = $lock($name, $strategy);
            same('acquired', true, $one->acquire());
            same('excluded', false, $other->acquire());
            same('again', true, $one->acquire());
            $one->refresh(40);
            between('lifetime', 35, 40, $one->getRemainingLifetime());
            same('held', [true, false], [$one->isAcquired(), $other->isAcquired()]);
            same('on all', $names, array_values(array_filter($names, fn ($i) => !(new Lock(new Key($name), $members[array_search($i, $names)], 30, false))->acquire())));
            $one->release();
            same('released', false, $one->isAcquired());
            same('nothing is left', [], $left($name));
        }
    });
    group($strategy::class.', somebody else has it on some', function () use ($strategy, $lock, $left, $names, $members) {
        // Consensus of nine: five are too many.
        foreach (array_keys($names) as $i) {
            $theirs = [];
            for ($j = 0; $j < ($strategy instanceof ConsensusStrategy ? 5 : 1); ++$j) {
                $theirs[] = new Lock(new Key($name ?? $name = unique()), $members[($i + $j) % 9], 30);
                end($theirs)->acquire();
            }
            same("refused, $names[$i]", false, $lock($name, $strategy)->acquire());
            same('theirs is theirs', array_fill(0, count($theirs), true), array_map(fn ($one) => $one->isAcquired(), $theirs));
            foreach ($theirs as $one) {
                $one->release();
            }
            same('nothing is left', [], $left($name));
            $name = null;
        }
    });
}
group('and one that is away', function () use ($lock, $left, $members, $away) {
    $with = [$away, ...$members];
    $one = $lock($name = unique(), new ConsensusStrategy(), $with);
    between('acquire: seconds', 0.3, 1.5, seconds(fn () => same('acquired', true, $one->acquire())));
    between('isAcquired: seconds', 0, 0.35, seconds(fn () => same('held', true, $one->isAcquired())));
    $one->release();
    $all = $lock($name, new UnanimousStrategy(), $with);
    check('unanimous: an exception', str_contains($text = outcome(fn () => $all->acquire()), 'cannot connect'), $text);
    same('nothing is left', [], $left($name));
});
?>
--EXPECT--
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy, somebody else has it on some
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy, somebody else has it on some
ok: and one that is away
