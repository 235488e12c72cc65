--TEST--
CombinedStore asks all members at once: answers that the quorum did not wait for are nobody's answers
--FILE--
<?php
require __DIR__.'/at-once.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$members = new Members(3);
foreach ($members->servers as $which => $late) {
    group("member $which", function () use ($members, $late) {
        $late->now('works', 0.03);
        for ($i = 0; $i < 4; ++$i) {
            $one = $members->lock(name: "a$i");
            $other = $members->lock(name: "a$i");
            same('acquire', true, $one->acquire());
            same('refused', false, $other->acquire());
            same('not held', false, $other->isAcquired());
            same('held', true, $one->isAcquired());
            $one->refresh(SlowRedis::REFRESHED);
            // One member alone, on the connection that owes answers.
            $single = new Lock(new Key(unique()), new RedisStore($late->dsn(TIMEOUT)), 30, false);
            same('alone: not held', false, $single->isAcquired());
            same('alone: acquire', true, $single->acquire());
            same('alone: held', true, $single->isAcquired());
            $single->release();
            $one->release();
            same('released', false, $one->isAcquired());
        }
        $late->now('works');
        check('nothing is left', $members->free());
    });
}
?>
--EXPECT--
ok: member 0
ok: member 1
ok: member 2
