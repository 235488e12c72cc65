--TEST--
After a fork, a quorum whose strategy is written in PHP: what was not held before has one owner, whoever had asked before
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-tokens.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;

// unique() makes no documents, for which it would connect to MongoDB.
Way::$withDocuments = false;
$strategies = [
    'a subclass' => new class extends ConsensusStrategy {},
    "one's own" => new class implements StrategyInterface {
        public function isMet(int $numberOfSuccess, int $numberOfItems): bool
        {
            return 2 * $numberOfSuccess > $numberOfItems;
        }

        public function canBeMet(int $numberOfFailure, int $numberOfItems): bool
        {
            return 2 * $numberOfFailure < $numberOfItems;
        }
    },
];
$members = array_map(
    fn ($port) => new RedisStore("redis://127.0.0.1:$port"),
    explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
);
foreach ($strategies as $name => $strategy) {
    $quorum = new CombinedStore($members, $strategy);
    foreach (['' => $quorum, ', tried again' => new RetryTillSaveStore($quorum, 10, 3)] as $more => $store) {
        group($name.$more, function () use ($store) {
            $had = new Lock(new Key(unique()), $store, 300.0, false);
            same('had', [true, null], [$had->acquire(), $had->release()]);
            $holder = new Lock(new Key($resource = unique()), $store, 300.0, false);
            $refused = new Lock(new Key($resource), $store, 300.0, false);
            same('refused', [true, false, null], [$holder->acquire(), $refused->acquire(), $holder->release()]);
            foreach (['had' => $had, 'refused' => $refused] as $before => $lock) {
                $child = new Forked(fn () => $lock->acquire());
                same("who was $before before: the child", true, $child->says());
                same("who was $before before: the parent", false, $lock->acquire());
                $child->ends();
            }
            $held = new Lock(new Key(unique()), $store, 300.0, false);
            same('held', true, $held->acquire());
            $child = new Forked(fn () => [$held->acquire(), $held->isAcquired()]);
            same('is held by both', [true, true], $child->says());
            $child->ends();
        });
    }
}
?>
--EXPECT--
ok: a subclass
ok: a subclass, tried again
ok: one's own
ok: one's own, tried again
