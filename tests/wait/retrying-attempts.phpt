--TEST--
A RetryTillSaveStore makes as many attempts as it is told to, unless the deadline comes first
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\Store\RetryTillSaveStore;

$held = lock_on($busy = new Plain(), $resource = unique());
$held->acquire();
$attempts = function (int $sleep, int $count, float $timeout) use ($busy, $resource) {
    $busy->calls = [];
    $outcome = outcome(
        fn () => lock_on(new RetryTillSaveStore($busy, $sleep, $count), $resource)->acquire(true, $timeout),
    );

    return [strtok($outcome, ':'), $busy->calls['save']];
};
same(
    'given up after three attempts',
    ['Symfony\Component\Lock\Exception\LockConflictedException', 3],
    $attempts(20, 3, 10),
);
same('the deadline before the second: one at the start and one at the end', ['false', 2], $attempts(5000, 3, 0.05));
same('once', ['false', 1], $attempts(20, 3, 0.0));
?>
--EXPECT--
ok: given up after three attempts
ok: the deadline before the second: one at the start and one at the end
ok: once
