--TEST--
CombinedStore asks all members at once: what a late member may have done is undone behind it, on its connection
--FILE--
<?php
require __DIR__.'/at-once.inc';

$members = new Members(3);
[$first, $late, $last] = $members->servers;
$one = $members->lock();

group('behind a silent member', function () use ($members, $first, $late, $last, $one) {
    $members->connect();
    $first->now('held');
    $late->now('silent');
    $last->now('held');
    between('refused at once: seconds', 0, 0.2, seconds(fn () => same('refused', false, $one->acquire())));
    check('on the same connection, in this order', $members->gets(1, 'acquire release'));
    $late->now('works');
    check('nothing is left', $members->free());
});

group('behind one that does not know the script', function () use ($members, $first, $late, $last, $one) {
    $late->now('empty', 0.1);
    $first->now('held');
    $last->now('held');
    same('refused', false, $one->acquire());
    check('nothing is left', $members->free());
});
?>
--EXPECT--
ok: behind a silent member
ok: behind one that does not know the script
