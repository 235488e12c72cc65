--TEST--
CombinedStore asks all members at once, also with a strategy that asks a member itself while its answer is awaited
--FILE--
<?php
require __DIR__.'/at-once.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\StrategyInterface;

$members = new Members(2);
$asking = new class($members->stores[0]) implements StrategyInterface {
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
$members->servers[0]->now('works', 0.05);
$one = $members->lock(2, $asking);
group('acquired', function () use ($one, $asking) {
    between('acquire: seconds', 0.04, TIMEOUT - 0.1, seconds(fn () => same('acquired', true, $one->acquire())));
    same('held', true, $one->isAcquired());
    check('it asked', $asking->asked > 1, show($asking->asked));
});
$one->release();
$members->now('works');
check('nothing is left', $members->free());
?>
--EXPECT--
ok: acquired
ok: nothing is left
