--TEST--
A refresh() or acquire() that fails on a quorum gives back also what a ZooKeeper member has that could not be reached, as soon as it can be
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/zookeeper.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$is_there = fn (string $name): bool => in_array($name, $wire->children(), true);

foreach (['refresh' => [SlowRedis::REFRESHED], 'acquire' => []] as $method => $arguments) {
    group("$method()", function () use ($hosts, $is_there, $method, $arguments) {
        $proxy = new ZookeeperProxy($hosts);
        $session = new ZookeeperStore("zookeeper://$proxy->host?timeout=0.5&read_timeout=0.5&session_timeout=30");
        [$works, $fails] = [new SlowRedis(), new SlowRedis()];
        $store = new CombinedStore(
            [$session, new RedisStore($works->dsn(5)), new RedisStore($fails->dsn(5))],
            new ConsensusStrategy(),
        );
        $lock = quiet_lock($store, $name = unique());
        same('acquired', true, $lock->acquire());
        check('there as well', eventually(fn () => $is_there($name)));
        $proxy->blackhole();
        $proxy->cut();
        // Now it knows that it has no connection.
        check('away', eventually(function () use ($session) {
            return str_contains(outcome(fn () => quiet_lock($session, unique())->acquire()), 'no connection');
        }));
        $fails->now('error');
        raises('fails', LockAcquiringException::class, 'Failed to', fn () => $lock->$method(...$arguments));
        same('the lock is there', true, $is_there($name));
        check('and nowhere else', eventually(fn () => [] === $works->locks()));
        $proxy->blackhole(false);
        check('it goes by itself', eventually(fn () => !$is_there($name), 15));
        $fails->now('works');
        check('and can be acquired again', eventually(fn () => 'true' === outcome(fn () => $lock->acquire())));
        check('there as well', eventually(fn () => $is_there($name) || !$lock->acquire()));
        $lock->release();
        check('until it is released', eventually(fn () => !$is_there($name)));
    });
}
?>
--EXPECT--
ok: refresh()
ok: acquire()
