--TEST--
ZookeeperStore: twenty waiters for one lock ask nothing while they wait, and two requests each when it is released
--EXTENSIONS--
pcntl
posix
pdo
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/side-by-side.inc';

use Symfony\Component\Lock\Store\ZookeeperStore;

const WAITERS = 20;

$server = new OwnZookeeper();
$requests = function () use ($server): int {
    preg_match('/^zk_packets_received\s+(\d+)/m', zookeeper_says('mntr', $server->host), $match);

    return (int) $match[1];
};
$name = unique();
$start = fn (Closure $f) => Peer::start(
    fn (Peer $test) => $f($test, lock_on(new ZookeeperStore($server->dsn()), $name)),
);
$holder = $start(function (Peer $test, $lock) {
    $test->say(show($lock->acquire()));
    $test->hear();
    $lock->release();
});
same('held', 'true', $holder->hear());
$waiters = [];
for ($i = 0; $i < WAITERS; ++$i) {
    $waiters[] = $start(function (Peer $test, $lock) {
        $lock->acquire();
        $test->say('waiting');
        $got = $lock->acquire(true, 30);
        usleep(2000);
        $lock->release();

        return $got;
    });
}
same('all wait', array_fill(0, WAITERS, 'waiting'), array_map(fn ($waiter) => $waiter->hear(), $waiters));
usleep(300_000);
$before = $requests();
usleep(1_000_000);
// Heartbeats, one in seconds for each session, and these two questions.
between('requests in a second of waiting', 0, WAITERS, $requests() - $before);
$before = $requests();
$holder->say('release');
same('all get it', array_fill(0, WAITERS, true), array_map(fn ($waiter) => $waiter->finish(), $waiters));
// 20 + 19 + … + 1 ask for it, those who do not get it look and watch, and each gives it back in two requests.
between('requests until all had it', WAITERS, 2.5 * WAITERS * (WAITERS + 1) / 2 + 10 * WAITERS, $requests() - $before);
$holder->finish();
?>
--EXPECT--
ok: held
ok: all wait
ok: requests in a second of waiting
ok: all get it
ok: requests until all had it
