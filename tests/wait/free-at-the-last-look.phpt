--TEST--
A bounded wait on a slow link to ZooKeeper: when the look that follows a refusal finds the lock free, it is taken, also when the deadline has passed meanwhile
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/../inc/holder.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

// Seconds that each answer is late, and that the wait takes: it ends between the answer to the first attempt and that
// to the look, which the server makes when the owner has gone.
const ROUND_TRIP = 0.4, TIMEOUT = 0.6;

$hosts = explode(',', getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))[0];
$dsn = fn (string $hosts) => "zookeeper://$hosts?timeout=5&read_timeout=5";
$proxy = new FaultProxy(['ZOOKEEPER_HOSTS' => [$hosts]]);
$through = new ZookeeperStore($dsn(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')));
$lock = fn (string $name) => new Lock(new Key($name), $through);
$proxy->does('delay '.ROUND_TRIP);
// Two, because the first one also opens the connection.
same('it has seen what a round trip takes', [true, true], [
    $lock(unique())->acquire(),
    $lock(unique())->acquire(),
]);

/** What a wait said, and how long it took. The owner runs $code meanwhile. */
$waits = function (string $code) use ($hosts, $dsn, $lock): array {
    $make = 'new Symfony\Component\Lock\Store\ZookeeperStore('.var_export($dsn($hosts), true).')';
    $holder = holder($make, $name = unique());
    $holder->say($code);
    $waiter = $lock($name);
    $took = seconds(function () use ($waiter, &$outcome) {
        $outcome = outcome(fn () => $waiter->acquire(true, TIMEOUT));
    });
    $holder->finish();

    return [$outcome, $took];
};
group('it is free', function () use ($waits) {
    // A machine that does other things may miss the moment.
    for ($tries = 0; $tries < 4 && 'true' !== ($outcome ?? ''); ++$tries) {
        [$outcome, $took] = $waits('usleep('.(int) (1e6 * ROUND_TRIP / 2).'); $lock->release();');
    }
    same('acquire()', 'true', $outcome);
    between('seconds', TIMEOUT, 3 * ROUND_TRIP + 0.4, $took);
});
group('it is not', function () use ($waits) {
    [$outcome, $took] = $waits('');
    same('acquire()', 'false', $outcome);
    between('seconds', TIMEOUT, 2 * ROUND_TRIP + 0.3, $took);
});
$proxy->stop();
?>
--EXPECT--
ok: it has seen what a round trip takes
ok: it is free
ok: it is not
