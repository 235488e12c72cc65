--TEST--
Locks with short and with long TTLs that a thread renews on one server: the long ones are neither renewed more often for the short ones, nor lost with them
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/fault-proxy.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

own_servers('REDIS');

/** What counts losses, and what keeps the locks. */
$keep = function (string $dsn, float $ttl, int $count = 1) {
    $kept = (object) ['lost' => 0, 'each' => []];
    for ($store = new RedisStore($dsn), $i = 0; $i < $count; ++$i) {
        ($lock = new Lock(new Key(unique()), $store, $ttl, false))->acquire();
        $kept->each[] = new KeepAlive($lock, onLost: function () use ($kept) { ++$kept->lost; });
    }

    return $kept;
};
$server = new OwnRedis();
$redis = $server->connect();

group('how often', function () use ($keep, $server, $redis) {
    $asked = function () use ($redis) {
        preg_match_all('/^cmdstat_eval(?:sha)?:calls=(\d+)/m', $redis->call('INFO', 'commandstats'), $calls);
        preg_match('/^total_reads_processed:(\d+)/m', $redis->call('INFO', 'stats'), $reads);

        return [array_sum($calls[1]), (int) ($reads[1] ?? 0)];
    };
    $long = $keep($server->dsn(), 9.0, 200);
    $middle = $keep($server->dsn(), 3.1);
    $short = $keep($server->dsn(), 0.3);
    // Those that were acquired one after another are together from the first time on.
    sleep(4);
    $before = $asked();
    usleep(12_000_000);
    [$requests, $reads] = array_map(fn ($now, $before) => $now - $before, $asked(), $before);
    same('lost', [0, 0], [$long->lost, $middle->lost]);
    // Every 3 seconds, give or take a tenth, beside 120 and 12 of the others.
    between('requests', 600, 1200 + 150, $requests);
    // One of them for each flight, and more of those with many locks.
    between('reads', 20, 300, $reads);
});
group('one that is lost again and again', function () use ($keep, $server) {
    $proxy = new FaultProxy(['REDIS_PORT' => ["127.0.0.1:$server->port"]]);
    // A connection of the thread takes two answers until it is of use.
    $dsn = 'redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT').'/1';
    $long = $keep($dsn, 4.0, 20);
    $proxy->does('delay 0.2');
    for ($end = now() + 10, $losses = 0; now() < $end; ++$losses) {
        try {
            $short = $keep($dsn, 0.45);
            compute(1, fn () => $short->lost);
        } catch (LockAcquiringException) {
            // The answer came too late.
        }
    }
    $proxy->does('pass');
    compute(0.1);
    check('it is', $losses > 5, (string) $losses);
    same('the others are not', 0, $long->lost);
    unset($long, $short);
    $proxy->stop();
});
?>
--EXPECT--
ok: how often
ok: one that is lost again and again
