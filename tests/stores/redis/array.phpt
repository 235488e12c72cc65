--TEST--
RedisStore with several hosts by DSN: each key has the server that RedisArray gives it
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

/** @return string[] keys of all shapes */
function keys(int $count): array
{
    mt_srand(7);
    $keys = ['', '{', '}', '{}', '{}x', 'x{}', '{a}', '{a}b', 'b{a}c{d}', '}{', '}a{b}', '{{a}}', '{a', 'é{ü}'];
    for ($i = count($keys); $i < $count; ++$i) {
        $keys[] = match ($i % 4) {
            0 => "key-$i",
            1 => "k{{$i}}".mt_rand(),
            2 => bin2hex(pack('N3', mt_rand(), mt_rand(), mt_rand())),
            3 => str_repeat('abc{x', $i % 7).chr(1 + $i % 255).mt_rand(),
        };
    }

    return array_unique($keys);
}

foreach ([2, 3, 5] as $n) {
    group("$n servers", function () use ($n) {
        for ($i = 0; $i < $n; ++$i) {
            $servers[] = new OwnRedis();
        }
        $hosts = array_map(fn ($server) => "127.0.0.1:$server->port", $servers);
        $array = new RedisArray($hosts);
        $store = new RedisStore('redis:?host['.implode(']&host[', $hosts).']');
        $targets = array_fill_keys($hosts, []);
        foreach (keys(10000) as $key) {
            $store->save(new Key($key));
            $targets[$array->_target($key)][] = $key;
        }
        foreach ($servers as $i => $server) {
            $stored = [];
            $cursor = 0;
            do {
                [$cursor, $some] = $server->connect()->call('SCAN', $cursor, 'COUNT', 20000);
                array_push($stored, ...$some);
            } while ($cursor);
            sort($stored, SORT_STRING);
            sort($targets[$hosts[$i]], SORT_STRING);
            check(
                "server $i has what RedisArray would give it",
                $stored === $targets[$hosts[$i]],
                count($stored).' keys and '.count($targets[$hosts[$i]]),
            );
            check("server $i has some", count($stored) > 500);
        }
    });
}

group('one command for each operation', function () {
    [$a, $b] = [new OwnRedis(), new OwnRedis()];
    [$on, $beside] = [new Witness($a), new Witness($b)];
    $store = new RedisStore("redis:?host[127.0.0.1:$a->port]&host[127.0.0.1:$b->port]");
    $array = new RedisArray(["127.0.0.1:$a->port", "127.0.0.1:$b->port"]);
    do {
        $name = unique();
    } while ($array->_target($name) !== "127.0.0.1:$a->port");
    foreach (['DSN' => $store, 'RedisArray' => new RedisStore($array)] as $way => $store) {
        $lock = lock($store, $name);
        foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
            $lock->$method();
        }
        foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
            same(
                "$way: the other server",
                '',
                $beside->commands(fn () => same("$way: $method", 'evalsha', $on->commands(fn () => $lock->$method()))),
            );
        }
    }
    $b->stop();
    $store = new RedisStore("redis:?host[127.0.0.1:$a->port]&host[127.0.0.1:$b->port]");
    same('a server that is down matters to its keys only', true, lock($store, $name, 30, false)->acquire());
});
?>
--EXPECT--
ok: 2 servers
ok: 3 servers
ok: 5 servers
ok: one command for each operation
