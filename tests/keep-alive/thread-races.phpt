--TEST--
A renewal of the thread that is on its way while PHP releases, acquires again or refreshes brings no lock back, shortens none, and tells no loss
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/fault-proxy.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

own_servers('REDIS');

$server = new OwnRedis();
$proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
$redis = $server->connect();
$store = new RedisStore('redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT'));
$told = 0;

/** How many renewals have reached the server. */
function renewals(Resp $redis): int
{
    return array_sum(array_map(
        fn ($line) => preg_match('/^cmdstat_eval(sha)?:calls=(\d+)/', $line, $m) ? (int) $m[2] : 0,
        explode("\r\n", $redis->call('INFO', 'commandstats')),
    ));
}

/**
 * Runs $f($lock, $keep) while a renewal is on its way, which reaches the server afterwards, and returns when it has.
 *
 * @param bool $reached it has reached the server, and its answer comes later
 */
function meanwhile(string $resource, Closure $f, float $ttl = 3.0, bool $reached = false): array
{
    global $proxy, $redis, $store, $told;
    $lock = new Lock(new Key($resource), $store, $ttl, false);
    $lock->acquire() || print("FAIL: not free\n");
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) {
        ++$told;
    });
    // With a connection of its own by now.
    check('renewed', compute(10, fn () => $lock->getRemainingLifetime() < 0.73 * $ttl)
        && compute(10, fn () => $lock->getRemainingLifetime() > 0.83 * $ttl));
    $redis->call('CONFIG', 'RESETSTAT');
    $proxy->does($reached ? 'delay 0.5' : 'requests 60');
    check('on its way', eventually(fn () => $reached ? renewals($redis) : $proxy->held(), $ttl));
    $proxy->does('pass');
    $f($lock, $keep);
    $own = renewals($redis);
    if ($reached) {
        compute(0.6);
    } else {
        $proxy->does('deliver');
        check('the renewal comes afterwards', eventually(fn () => renewals($redis) > $own, 3));
        compute(0.1);
    }

    return [$lock, $keep];
}

group('released', function () use ($redis, &$told) {
    [$lock, $keep] = meanwhile('released', fn ($lock) => $lock->release());
    same('it is not brought back', 0, $redis->call('EXISTS', 'released'));
    check('no loss', !$told && !$keep->isLost());
});

group('stopped and released', function () use ($redis, &$told) {
    $begun = 0;
    [$lock, $keep] = meanwhile('stopped', function ($lock, $keep) use (&$begun) {
        $begun = seconds(fn () => $keep->stop());
        $lock->release();
    });
    between('seconds that stop() takes', 0, 0.3, $begun);
    same('it is not brought back', 0, $redis->call('EXISTS', 'stopped'));
    check('no loss', !$told);
});

group('released, and acquired by another owner', function () use ($redis, $store, &$told) {
    $other = new Lock(new Key('passed on'), $store, 60.0);
    [$lock, $keep] = meanwhile('passed on', function ($lock) use ($other) {
        $lock->release();
        check('acquired', $other->acquire());
    });
    between('theirs is as it was', 55_000, 60_001, $redis->call('PTTL', 'passed on'));
    check('no loss', !$told && $other->isAcquired() && !$lock->isAcquired());
});

group('released and acquired again, with the same token, for longer', function () use ($redis, $store, &$told) {
    [$lock, $keep] = meanwhile('again', function ($lock) use ($store) {
        $lock->release();
        $key = ((array) $lock)["\0".Lock::class."\0key"];
        check('acquired', (new Lock($key, $store, 60.0, false))->acquire());
    });
    between('it is not shortened', 55_000, 60_001, $redis->call('PTTL', 'again'));
    check('no loss', !$told);
});

group('refreshed for longer', function () use ($redis, &$told) {
    [$lock, $keep] = meanwhile('longer', fn ($lock) => $lock->refresh(60));
    between('it is not shortened', 55_000, 60_001, $redis->call('PTTL', 'longer'));
    between('PHP knows', 55, 60, $lock->getRemainingLifetime());
    check('no loss', !$told && !$keep->isLost());
    $keep->stop();
    $lock->release();
});

group('refreshed for less', function () use ($redis, &$told) {
    $least = null;
    [$lock, $keep] = meanwhile('less', function ($lock) use (&$least) {
        $lock->refresh(1.5);
        $least = $lock->getRemainingLifetime();
    });
    between('PHP knows', 1.0, 1.5, $least);
    check('it is kept alive', !compute(3, fn () => $keep->isLost()) && $lock->isAcquired() && !$told);
    $keep->stop();
    $lock->release();
});

group('refreshed for less, and the answer to the renewal before comes afterwards', function () use (&$told) {
    $least = null;
    [$lock, $keep] = meanwhile('overtaken', function ($lock) use (&$least) {
        $lock->refresh(1.6); // ends before the next renewal after the one that is on its way
        $least = $lock->getRemainingLifetime();
    }, 6.0, true);
    between('PHP knows', 0.5, 1.6, $least);
    check('it is kept alive', !compute(3, fn () => $keep->isLost()) && $lock->isAcquired() && !$told);
    $keep->stop();
    $lock->release();
});

group("by the store's own methods", function () use ($redis, &$told) {
    global $store;
    [$lock, $keep] = meanwhile('direct', function ($lock) use ($store) {
        $store->putOffExpiration(((array) $lock)["\0".Lock::class."\0key"], 60.0);
    });
    between('it is not shortened', 55_000, 60_001, $redis->call('PTTL', 'direct'));
    check('no loss', !$told && !$keep->isLost());
    $keep->stop();
    $lock->release();
});

group('again and again', function () use ($server, $redis) {
    $store = new RedisStore("redis://127.0.0.1:$server->port");
    $lock = new Lock(new Key('often'), $store, 2.0, false);
    $redis->call('CONFIG', 'RESETSTAT');
    $asked = 0;
    for ($end = now() + 4, $rounds = 0; now() < $end; ++$rounds) {
        check('acquired', $lock->acquire());
        // Two thirds of that are what the lock has: it is renewed soon, and soon after each refresh().
        $keep = new KeepAlive($lock, 2.95 + $rounds % 3 / 50, onLost: function ($lock, $e) {
            echo 'FAIL: ', chain($e), "\n";
        });
        for ($i = 0; $i < $rounds % 4; ++$i) {
            usleep(random_int(0, 30000));
            $lock->refresh(2.0);
            ++$asked;
        }
        $rounds % 2 ? $keep->stop() : $lock->release();
        $rounds % 2 && $lock->release();
        check('released', !$lock->isAcquired());
        $asked += 2;
    }
    check('rounds', $rounds > 20, "$rounds");
    // One more than asked for is that of a script which the server did not know.
    check('renewals', renewals($redis) > $asked + 20, renewals($redis)." and $asked by PHP");
});
$proxy->stop();
?>
--EXPECT--
ok: released
ok: stopped and released
ok: released, and acquired by another owner
ok: released and acquired again, with the same token, for longer
ok: refreshed for longer
ok: refreshed for less
ok: refreshed for less, and the answer to the renewal before comes afterwards
ok: by the store's own methods
ok: again and again
