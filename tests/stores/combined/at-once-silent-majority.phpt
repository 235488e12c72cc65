--TEST--
CombinedStore asks all members at once: silent members that are too many cost one timeout, once, and are told of
--FILE--
<?php
require __DIR__.'/at-once.inc';

$servers = new Members(5);
foreach ([[3, 2], [3, 3], [5, 3], [5, 5]] as [$members, $silent]) {
    group("$silent of $members", function () use ($servers, $members, $silent) {
        for ($i = 0; $i < $silent; ++$i) {
            $servers->servers[$i]->now('silent');
        }
        $one = $servers->lock($members);
        $outcome = '';
        between(
            'seconds',
            TIMEOUT - 0.05,
            TIMEOUT + 0.3,
            seconds(function () use ($one, &$outcome) { $outcome = outcome(fn () => $one->acquire()); }),
        );
        check(
            'an exception',
            1 === preg_match(
                "/Quorum not met: \\d of $members members stored the lock, \\d failed; "
                    .".*: no answer from 127\.0\.0\.1:\\d+ within 0\.4 seconds/",
                $outcome,
            ),
            $outcome,
        );
        check('nothing is left', $servers->free());
        $servers->now('works');
    });
}
?>
--EXPECT--
ok: 2 of 3
ok: 3 of 3
ok: 3 of 5
ok: 5 of 5
