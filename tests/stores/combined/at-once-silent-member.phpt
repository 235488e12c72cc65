--TEST--
CombinedStore asks all members at once: one silent member of three costs nothing, and its release one timeout
--FILE--
<?php
require __DIR__.'/at-once.inc';

$members = new Members(3);
foreach ([0, 1, 2] as $silent) {
    group("member $silent", function () use ($members, $silent) {
        $members->connect();
        $members->servers[$silent]->now('silent');
        $one = $members->lock();
        between('acquire: seconds', 0, 0.2, seconds(fn () => same('acquire', true, $one->acquire())));
        between('isAcquired: seconds', 0, 0.2, seconds(fn () => same('isAcquired', true, $one->isAcquired())));
        between('refresh: seconds', 0, 0.2, seconds(fn () => $one->refresh(SlowRedis::REFRESHED)));
        // Released everywhere, and that is worth one timeout.
        between('release: seconds', TIMEOUT - 0.05, TIMEOUT + 0.3, seconds(fn () => $one->release()));
        check('it got everything, and on one connection', $members->gets($silent, 'acquire exists refresh release'));
        $members->servers[$silent]->now('works');
        check('nothing is left', $members->free());
    });
}
?>
--EXPECT--
ok: member 0
ok: member 1
ok: member 2
