--TEST--
CombinedStore asks all members at once: the lifetime counts from before the requests
--FILE--
<?php
require __DIR__.'/at-once.inc';

$members = new Members(3);
$members->now('works', 0.15);
group('the lifetime counts from before the requests', function () use ($members) {
    $one = $members->lock();
    $one->acquire();
    between('the lifetime, shortened by the delay', 29.0, 29.85, $one->getRemainingLifetime());
    $one->release();
    $outcome = outcome(fn () => $members->lock(ttl: 0.1)->acquire());
    check('too late', str_contains($outcome, 'LockExpiredException'), $outcome);
});
$members->now('works');
check('nothing is left', $members->free());
?>
--EXPECT--
ok: the lifetime counts from before the requests
ok: nothing is left
