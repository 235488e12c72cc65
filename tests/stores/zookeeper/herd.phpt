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
$count = function (string $what) use ($server): int {
    preg_match("/^zk_$what\s+(\d+)/m", zookeeper_says('mntr', $server->host), $match);

    return (int) $match[1];
};
$requests = fn () => $count('packets_received');
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
// They say so before they look and watch.
same('all watch', true, eventually(fn () => WAITERS === $count('watch_count')));
usleep(300_000);
[$before, $since] = [$requests(), now()];
usleep(1_000_000);
// Heartbeats, one in seconds for each session, and these two questions.
between('requests in a second of waiting', 0, WAITERS, ($requests() - $before) / (now() - $since));
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
ok: all watch
ok: requests in a second of waiting
ok: all get it
ok: requests until all had it
