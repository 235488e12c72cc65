--TEST--
CombinedStore asks all members at once: five members that answer after 50 ms cost 50 ms, whatever the operation
--FILE--
<?php
require __DIR__.'/at-once.inc';

use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$members = new Members(5);
$members->now('works', 0.05);
foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
    group($strategy::class, function () use ($members, $strategy) {
        $one = $members->lock(5, $strategy);
        $other = $members->lock(5, $strategy);
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
    });
}
$members->now('works');
check('nothing is left', $members->free());
?>
--EXPECT--
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy
ok: nothing is left
