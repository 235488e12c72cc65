--TEST--
KeepAlive: a renewal that failed in the middle of a call does not keep what the call was given
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\RedisStore;

/** The lock and what keeps it alive go as soon as nobody has them, after a call with both in which it was lost. */
function goes(string $what, PersistingStoreInterface $store, Closure $then): void
{
    $told = false;
    $lock = new Lock(new Key(unique()), $store, 1.0, false);
    same("$what: acquired", true, $lock->acquire());
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    $then();
    $call = function (Lock $lock, KeepAlive $keep, array $both) use (&$told): bool {
        return compute(20, function () use (&$told) { return $told; });
    };
    same($what, true, $call($lock, $keep, [$lock, $keep]));
    $left = [WeakReference::create($lock), WeakReference::create($keep)];
    $lock = $keep = null;
    same("$what: what is left", [null, null], array_map(fn ($reference) => $reference->get(), $left));
}

group('a store in PHP', function () {
    $store = new CountingStore();
    goes('fails', $store, function () use ($store) {
        $store->on_renewal = fn () => throw new RuntimeException('down', 0, new LogicException('because'));
    });
});

group('the thread', function () {
    $threads = threads();
    $server = new OwnRedis();
    $store = new RedisStore($server->dsn());
    goes('no server', $store, fn () => $server->stop());
    same('no thread', $threads, threads());
});
?>
--EXPECT--
ok: a store in PHP
ok: the thread
