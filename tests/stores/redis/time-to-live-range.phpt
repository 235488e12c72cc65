--TEST--
RedisStore: a lifetime may be a millisecond, and thirty thousand years, but not longer
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Key;

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $store = $makeStore();
    $key = new Key($name = unique());
    $store->save($key);
    $token = token($key);
    $store->putOffExpiration($key, 1e9);
    $server->holds('thirty years', [$token => 1e9, 'writer' => 1e9, 'ttl' => 1e9], $name);
    $key->resetLifetime();
    $store->putOffExpiration($key, 1e12);
    $server->holds('the longest', [$token => 1e12, 'writer' => 1e12, 'ttl' => 1e12], $name);
    raises('longer', InvalidTtlException::class, 'at most', fn () => $store->putOffExpiration($key, 1.1e12));
    $server->holds('a refused one changes nothing', [$token => 1e12, 'writer' => 1e12, 'ttl' => 1e12], $name);
    $store->delete($key);

    // A millisecond may be over before the answer is here.
    $lock = lock($store, $name = unique(), 0.001);
    $end = outcome(fn () => $lock->acquire());
    check('one millisecond', 'true' === $end || str_contains($end, 'LockExpiredException'), $end);
    check('ends', eventually(fn () => !$server->has($name)));
    same('and is free', true, lock($store, $name)->acquire());

    // By the server's clock, in whole milliseconds; often, because one may begin between these two questions.
    for ($i = 0; $i < 20; ++$i) {
        $before = $server->now();
        lock($store, $name = unique(), 30.0001, false)->acquire();
        $expiry = (int) $server->members($name)[1];
        between('rounded up, as is the clock', $before + 30002, $server->now() + 30002, $expiry);
    }
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
