--TEST--
A refresh() that fails on a quorum gives the lock back, and the Lock knows it: it is expired, who keeps it alive is told, and another refresh() does not hold what a late release takes away
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/fault-proxy.inc';
require __DIR__.'/../../inc/late-requests.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$at = fn (int|string $port, string $options = '') => new RedisStore("redis://127.0.0.1:$port$options");
$quorum = fn (array $members) => new CombinedStore($members, new ConsensusStrategy());
$state = fn (Lock $lock) => [$lock->isExpired(), $lock->getRemainingLifetime() <= 0];

foreach (['refresh', 'acquire'] as $method) {
    group("$method() of a lock that is held", function () use ($method, $at, $quorum, $state) {
        $servers = array_map(fn () => new SlowRedis(), range(1, 3));
        $store = $quorum(array_map(fn ($server) => $at($server->port), $servers));
        $key = new Key('r');
        $lock = new Lock($key, $store, 300.0, false);
        $same = new Lock($key, $store, 300.0, false);
        same('acquired', [true, true], [$lock->acquire(), $same->isAcquired()]);
        $told = $told_same = null;
        $keep = new KeepAlive($lock, onLost: function ($lock, $e) use (&$told) { $told = $e->getMessage(); });
        $also = new KeepAlive($same, onLost: function ($lock, $e) use (&$told_same) { $told_same = true; }, ttl: 300.0);
        $servers[0]->now('error');
        $servers[1]->now('error');
        // What a SlowRedis takes for a refresh has this TTL.
        $arguments = 'refresh' === $method ? [SlowRedis::REFRESHED] : [];
        check('fails', str_contains($said = outcome(fn () => $lock->$method(...$arguments)), 'LockAcquiring'), $said);
        same('expired', [true, true], $state($lock));
        check('given back', eventually(fn () => [] === $servers[2]->locks()));
        same('lost', [true, true], [$keep->isLost(), $also->isLost()]);
        for ($end = now() + 10; (!$told || !$told_same) && now() < $end;) {
        }
        check('told', str_contains((string) $told, 'an operation that failed has given it back'), (string) $told);
        same('the other one as well', true, $told_same);
        $servers[0]->now('works');
        $servers[1]->now('works');
        same('again', 'true', outcome(fn () => $lock->acquire()));
        same('not expired', false, $lock->isExpired());
        $lock->release();
    });
}

group('refresh() twice, while the releases are on their way', function () use ($at, $quorum, $state) {
    $ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
    $proxy = new FaultProxy(['REDIS_PORTS' => array_map(fn ($i) => "127.0.0.1:$ports[$i]", [0, 1])]);
    $behind = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
    $store = $quorum([
        ...array_map(fn ($port) => $at($port, '?read_timeout=0.3'), $behind),
        $at($ports[2]),
    ]);
    connects($store);
    $lock = quiet_lock($store, $resource = unique());
    same('acquired', true, $lock->acquire());
    $proxy->does('requests 60');
    check('fails', str_contains($said = outcome(fn () => $lock->refresh()), 'LockAcquiring'), $said);
    same('expired', [true, true], $state($lock));
    $proxy->does('part');
    usleep(50000);
    $refreshed = outcome(fn () => $lock->refresh());
    arrives('what is late', $proxy);
    // Whether it is held is one thing; that it is told to be and is not would be the defect.
    $other = quiet_lock($quorum(array_map($at, $ports)), $resource);
    same('not held', true, 'NULL' !== $refreshed);
    same('nor expected to be', [true, 'true'], [$lock->isExpired(), outcome(fn () => $other->acquire())]);
    $other->release();
    $proxy->stop();
});
?>
--EXPECT--
ok: refresh() of a lock that is held
ok: acquire() of a lock that is held
ok: refresh() twice, while the releases are on their way
