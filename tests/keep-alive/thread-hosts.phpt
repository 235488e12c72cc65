--TEST--
A thread keeps locks alive on several hosts, each on the server that its name gives it
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$servers = [new OwnRedis('--requirepass', 'se%cr/et'), new OwnRedis('--requirepass', 'se%cr/et')];
$admins = array_map(fn ($server) => $server->connect(), $servers);
array_map(fn ($admin) => $admin->call('AUTH', 'se%cr/et'), $admins);
$hosts = implode('&', array_map(fn ($server) => "host[127.0.0.1:$server->port]", $servers));
$store = new RedisStore("redis:?$hosts&auth=se%25cr%2Fet");
$threads = threads();

/** @return array<array{Lock, KeepAlive}> */
function kept(RedisStore $store, float $ttl, mixed ...$arguments): array
{
    for ($i = 0; $i < 40; ++$i) {
        $lock = new Lock(new Key("r$i"), $store, $ttl, false);
        $lock->acquire() || print("FAIL: it is not free\n");
        $kept["r$i"] = [$lock, new KeepAlive($lock, ...$arguments)];
    }

    return $kept;
}

/** @return string[] */
function lost(array $kept): array
{
    return array_keys(array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired()));
}

group('while PHP sleeps', function () use ($store, $admins, $threads) {
    $kept = kept($store, 2.7);
    $at = array_map(fn ($admin) => $admin->call('DBSIZE'), $admins);
    same('one thread', $threads + 1, threads());
    $calls = [];
    $calls[] = commands_during($admins[0], function () use ($admins, &$calls) {
        $calls[] = commands_during($admins[1], fn () => usleep(2_500_000));
    });
    same('none is lost', [], lost($kept));
    // Those of the second one were counted first.
    foreach (array_reverse($calls) as $i => $of) {
        check("server $i has some", $at[$i] > 5, "$at[$i]");
        same("and server $i renews these", 0, (($of['eval'] ?? 0) + ($of['evalsha'] ?? 0)) % $at[$i]);
        same("in flights of server $i", 1, $of['eval'] ?? 0);
        same("on a connection to server $i", 1, $of['auth'] ?? 0);
    }
    same('held', [], array_filter($kept, fn ($k) => !$k[0]->isAcquired()));
    array_map(fn ($k) => $k[0]->release(), $kept);
    same('no thread', $threads, threads());
});

group('one of them is gone', function () use ($store, $servers, $admins) {
    $kept = kept($store, 1.5, onLost: fn () => null);
    $there = array_filter(array_keys($kept), fn ($name) => $admins[0]->call('EXISTS', $name));
    $servers[1]->stop();
    sleep(3);
    same('its locks are lost, and no others', array_values(array_diff(array_keys($kept), $there)), lost($kept));
});
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: while PHP sleeps
ok: one of them is gone
ok: no thread is left
