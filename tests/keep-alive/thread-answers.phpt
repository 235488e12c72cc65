--TEST--
An answer to a renewal of the thread is not awaited for longer than another lock of the same server can wait
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
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
$store = new RedisStore('redis://127.0.0.1:'.getenv('SLOCK_TEST_REDIS_PORT'));
$lost = [];

$acquired = function (string $name, float $ttl) use ($store): Lock {
    $lock = new Lock(new Key($name), $store, $ttl, false);
    $lock->acquire() || print("FAIL: $name is not free\n");

    return $lock;
};
$told = function (Lock $lock) use (&$lost) {
    $lost[] = (string) ((array) $lock)["\0".Lock::class."\0key"];
};

group('a renewal without an answer', function () use ($server, $proxy, $acquired, $told, &$lost) {
    [$long, $short] = [$acquired('long', 30.0), $acquired('short', 4.5)];
    $proxy->does('stall');
    // Renewed at once, because it is to have more; there would be time for the answer, 15 seconds.
    $keep = new KeepAlive($long, 120.0, onLost: $told);
    $other = new KeepAlive($short, onLost: $told);
    $redis = $server->connect();
    check('the long one is renewed', eventually(fn () => $redis->call('PTTL', 'long') > 60_000));
    // The server has executed it; its answer may be on the way to the proxy still.
    check('without an answer', eventually(fn () => $proxy->altered() > 0));
    $proxy->does('pass');
    // Due after 1.5 seconds, and sent when half of what is left has passed.
    check('the short one is renewed', compute(10, fn () => $lost || $short->getRemainingLifetime() < 2.5)
        && compute(10, fn () => $lost || $short->getRemainingLifetime() > 3.5));
    same('nothing is lost', [], $lost);
});
$proxy->stop();
?>
--EXPECT--
ok: a renewal without an answer
