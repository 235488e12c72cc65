--TEST--
A bounded wait on a slow link: an attempt that turns out to need a second question has the time for its answer too, and ends with false
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('zookeeper', 'memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/memcached.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\ZookeeperStore;

// Seconds that each answer is late before the wait, and in it; the difference is for a machine that does other things.
const SHOWN = 0.6, ROUND_TRIP = 0.4;

function waits(string $variable, string $server, Closure $store, float $timeout, float $limit): void
{
    $lock = fn (object $store, string $name): Lock => new Lock(new Key($name), $store, 60.0);
    $holder = $lock($store(), $name = unique());
    same('held', true, $holder->acquire());
    $proxy = new FaultProxy([$variable => [$server]]);
    $through = $store();
    $proxy->does('delay '.SHOWN);
    // Two, because the first one also opens the connection.
    same('it has seen what a round trip takes', [true, true], [
        $lock($through, unique())->acquire(),
        $lock($through, unique())->acquire(),
    ]);
    $proxy->does('delay '.ROUND_TRIP);
    $waiter = $lock($through, $name);
    $took = seconds(function () use ($waiter, $timeout, &$outcome) {
        try {
            $outcome = $waiter->acquire(true, $timeout);
        } catch (Exception $e) {
            $outcome = $e->getMessage().' '.$e->getPrevious()?->getMessage();
        }
    });
    same('no answer is missing', false, $outcome);
    between('seconds', $timeout, $limit, $took);
    same('its owner has it', true, $holder->isAcquired());
    $proxy->stop();
}

// The first question ends before the deadline, the second one after what that was given.
group('ZooKeeper: whose node it is', fn () => waits(
    'ZOOKEEPER_HOSTS',
    explode(',', getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))[0],
    fn () => new ZookeeperStore('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS').'?timeout=5&read_timeout=5'),
    ROUND_TRIP + 0.05,
    2 * ROUND_TRIP + 0.3,
));
group('Memcached: whose value it is, in the second attempt', fn () => waits(
    'MEMCACHED_PORT',
    getenv('SLOCK_TEST_MEMCACHED_HOST').':'.getenv('SLOCK_TEST_MEMCACHED_PORT'),
    fn () => new MemcachedStore(memcached_dsn('', '&timeout=5&read_timeout=5')),
    ROUND_TRIP + 0.1,
    3 * ROUND_TRIP + 0.3,
));
?>
--EXPECT--
ok: ZooKeeper: whose node it is
ok: Memcached: whose value it is, in the second attempt
