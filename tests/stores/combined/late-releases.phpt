--TEST--
A quorum that is tried again and again: the release by which an earlier attempt took back what it had got arrives late, and takes nothing away from a later one
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

pcntl_async_signals(true);
$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$direct = array_map(fn ($port) => new RedisStore("redis://127.0.0.1:$port"), $ports);
$quorum = fn (array $members) => new CombinedStore($members, new ConsensusStrategy());

/** @param Closure(CombinedStore, FaultProxy, Closure(): void, string): Lock $acquire frees the last member in it */
$group = function (string $name, Closure $acquire) use ($ports, $direct, $quorum) {
    group($name, function () use ($acquire, $ports, $direct, $quorum) {
        $at = fn (int ...$members) => ['REDIS_PORTS' => array_map(fn ($i) => "127.0.0.1:$ports[$i]", $members)];
        $behind = fn () => array_map(
            fn ($port) => new RedisStore("redis://127.0.0.1:$port"),
            explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
        );
        // The others answer after the first one.
        $slow = new FaultProxy($at(1, 2));
        $others = $behind();
        $slow->does('delay 0.05');
        $proxy = new FaultProxy($at(0));
        $store = $quorum([...$behind(), ...$others]);
        connects($store);
        $owners = [];
        $resource = unique();
        foreach ([1, 2] as $i) {
            same("the member $i is another one's", true, ($owners[$i] = quiet_lock($direct[$i], $resource))->acquire());
        }
        $owner = $acquire($store, $proxy, fn () => $owners[2]->release(), $resource);
        arrives('what is late', $proxy);
        $owners[1]->release();
        still_holds('still', $owner, quiet_lock($quorum($direct), $resource));
        $owner->release();
        $proxy->stop();
        $slow->stop();
    });
};

$group('RetryTillSaveStore in front of it', function ($store, $proxy, $free, $resource) {
    $proxy->does('lose 60 1');
    $owner = quiet_lock(new RetryTillSaveStore($store, 100, 20), $resource);
    pcntl_signal(SIGALRM, $free);
    pcntl_alarm(1);
    same('acquired', 'true', outcome(fn () => $owner->acquire(true)));
    same('a release was late', 1, $proxy->lost());

    return $owner;
});

$group('acquire() without waiting, twice', function ($store, $proxy, $free, $resource) {
    $owner = quiet_lock($store, $resource);
    $proxy->does('requests 60');
    same('refused', 'false', outcome(fn () => $owner->acquire()));
    usleep(50000);
    $proxy->does('part');
    $free();
    same('acquired', 'true', outcome(fn () => $owner->acquire()));

    return $owner;
});
?>
--EXPECT--
ok: RetryTillSaveStore in front of it
ok: acquire() without waiting, twice
