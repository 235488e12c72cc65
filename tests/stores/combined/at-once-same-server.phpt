--TEST--
CombinedStore asks all members at once, also when they are one server, three times, and one connection
--FILE--
<?php
require __DIR__.'/at-once.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$members = new Members(1);
$same = new CombinedStore(
    array_map(fn () => new RedisStore($members->servers[0]->dsn(TIMEOUT)), [0, 1, 2]),
    new UnanimousStrategy(),
);
foreach ([0.0, 0.02] as $delay) {
    group("answers after $delay seconds", function () use ($members, $same, $delay) {
        $members->now('works', $delay);
        for ($i = 0; $i < 3; ++$i) {
            $one = new Lock(new Key("s$i"), $same, 30, false);
            same('acquire', true, $one->acquire());
            same('held', true, $one->isAcquired());
            $one->refresh(SlowRedis::REFRESHED);
            outcome(fn () => $one->release());
        }
    });
}
$members->now('works');
check('nothing is left', $members->free());
?>
--EXPECT--
ok: answers after 0 seconds
ok: answers after 0.02 seconds
ok: nothing is left
