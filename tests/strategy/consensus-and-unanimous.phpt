--TEST--
ConsensusStrategy and UnanimousStrategy: when a quorum is met, and when it still can be
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

// items => the smallest number of successes that is a quorum, the largest number of failures that leaves it possible
$tables = [
    ConsensusStrategy::class => [
        0 => [1, -1],
        1 => [1, 0],
        2 => [2, 0],
        3 => [2, 1],
        4 => [3, 1],
        5 => [3, 2],
        6 => [4, 2],
        7 => [4, 3],
        100 => [51, 49],
        101 => [51, 50],
    ],
    UnanimousStrategy::class => [
        0 => [0, 0],
        1 => [1, 0],
        2 => [2, 0],
        3 => [3, 0],
        4 => [4, 0],
        5 => [5, 0],
        100 => [100, 0],
    ],
];
foreach ($tables as $class => $table) {
    $strategy = new $class();
    same("$class is a strategy", true, $strategy instanceof StrategyInterface);
    group("$class::isMet", function () use ($strategy, $table, $class) {
        foreach ($table as $items => [$quorum]) {
            for ($n = 0; $n <= $items; ++$n) {
                same("$n of $items", $n >= $quorum, $strategy->isMet($n, $items));
            }
        }
        same('named arguments', true, $strategy->isMet(numberOfSuccess: 3, numberOfItems: 3));
    });
    group("$class::canBeMet", function () use ($strategy, $table) {
        foreach ($table as $items => [, $failures]) {
            for ($n = 0; $n <= $items; ++$n) {
                same("$n failed of $items", $n <= $failures, $strategy->canBeMet($n, $items));
            }
        }
        same('named arguments', false, $strategy->canBeMet(numberOfFailure: 3, numberOfItems: 3));
    });
}
same(
    'large numbers',
    [true, false],
    [
        (new ConsensusStrategy())->isMet(PHP_INT_MAX, PHP_INT_MAX),
        (new ConsensusStrategy())->canBeMet(PHP_INT_MAX, PHP_INT_MAX),
    ],
);

class Half extends ConsensusStrategy
{
    public function isMet(int $numberOfSuccess, int $numberOfItems): bool
    {
        return parent::isMet($numberOfSuccess + 1, $numberOfItems);
    }
}
same('a subclass', true, (new Half())->isMet(1, 2));
?>
--EXPECT--
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy is a strategy
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy::isMet
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy::canBeMet
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy is a strategy
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy::isMet
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy::canBeMet
ok: large numbers
ok: a subclass
