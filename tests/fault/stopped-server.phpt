--TEST--
Every store, by DSN and through client objects: a server that stops between two calls is named, and one that is there again is used again
--EXTENSIONS--
posix
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis-server', 'memcached-server', 'mongodb');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/faults.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\RedisStore;

$redis = new OwnRedis();
$memcached = new OwnMemcached();
$proxy = new MongodbProxy();
$at = "127.0.0.1:$redis->port";
$connected = function () use ($redis) {
    $client = new Redis();
    $client->connect('127.0.0.1', $redis->port);

    return $client;
};
$ways = [
    'Redis' => [new RedisStore("redis://$at"), "Redis at $at: "],
    'Redis, several hosts' => [new RedisStore("redis:?host[$at]&host[$at]&read_timeout=2"), "Redis at $at: "],
    '\Redis' => [new RedisStore($connected()), $at],
    'Predis' => [new RedisStore(new Predis\Client("tcp://$at")), $at],
    '\RedisArray' => [new RedisStore(new RedisArray([$at], ['lazy_connect' => true])), $at],
    'Memcached' => [new MemcachedStore($memcached->dsn()), "Memcached at 127.0.0.1:$memcached->port: "],
    'Memcached, text' => [
        new MemcachedStore($memcached->dsn('?binary_protocol=0')),
        "Memcached at 127.0.0.1:$memcached->port: ",
    ],
    '\Memcached' => [memcached_at('127.0.0.1', $memcached->port), "Memcached at 127.0.0.1:$memcached->port: "],
    'MongoDB' => [new MongoDbStore("mongodb://127.0.0.1:$proxy->port", NAMES), "MongoDB at 127.0.0.1:$proxy->port: "],
    'Manager' => [
        new MongoDbStore(new Manager("mongodb://127.0.0.1:$proxy->port/?appname=stopped"), NAMES),
        "127.0.0.1:$proxy->port",
    ],
];
$stop = function () use (&$redis, $memcached, $proxy) {
    $redis->stop();
    $memcached->stop();
    $proxy->close();
};
$start = function () use (&$redis, $memcached, $proxy, $at) {
    $redis = new OwnRedis('--port', substr(strrchr($at, ':'), 1));
    $memcached->start();
    $proxy->open();
};
$locks = array_map(fn ($way) => lock($way[0], null, 60, false), $ways);

/* Whether the next call works; at once, where the client notices a connection that has ended only when it is used. */
$next = fn ($lock) => str_replace(
    'Symfony\Component\Lock\Exception\\',
    '',
    preg_replace('/: .*/', '', outcome(fn () => $lock->acquire())),
);
foreach ($locks as $way => $lock) {
    same("$way: acquired", 'true', $next($lock));
}
$stop();
$start();
foreach ([
    'Redis',
    'Redis, several hosts',
    '\Redis',
    '\RedisArray',
    'Memcached',
    'Memcached, text',
    'MongoDB',
] as $way) {
    same("$way: restarted between two calls", 'true', $next($locks[$way]));
}
$stop();
foreach ($ways as $way => [$store, $text]) {
    group("$way: stopped", fn () => failing($way, fn () => $store, [$text]));
}
$start();
// \Redis, and what is made of it, does not connect again after it could not.
unset($locks['\Redis'], $locks['\RedisArray']);
foreach ($locks as $way => $lock) {
    $native = !in_array($way, ['Predis', '\Memcached', 'Manager'], true);
    check("$way: there again", $native ? 'true' === $next($lock) : eventually(fn () => 'true' === $next($lock), 10));
    $lock->release();
    same("$way: and free", 'false', show($lock->isAcquired()));
}
mongodb_admin('faults', ['dropDatabase' => 1]);
?>
--EXPECT--
ok: the proxy is open
ok: Redis: acquired
ok: Redis, several hosts: acquired
ok: \Redis: acquired
ok: Predis: acquired
ok: \RedisArray: acquired
ok: Memcached: acquired
ok: Memcached, text: acquired
ok: \Memcached: acquired
ok: MongoDB: acquired
ok: Manager: acquired
ok: the proxy is open
ok: Redis: restarted between two calls
ok: Redis, several hosts: restarted between two calls
ok: \Redis: restarted between two calls
ok: \RedisArray: restarted between two calls
ok: Memcached: restarted between two calls
ok: Memcached, text: restarted between two calls
ok: MongoDB: restarted between two calls
ok: Redis: stopped
ok: Redis, several hosts: stopped
ok: \Redis: stopped
ok: Predis: stopped
ok: \RedisArray: stopped
ok: Memcached: stopped
ok: Memcached, text: stopped
ok: \Memcached: stopped
ok: MongoDB: stopped
ok: Manager: stopped
ok: the proxy is open
ok: Redis: there again
ok: Redis: and free
ok: Redis, several hosts: there again
ok: Redis, several hosts: and free
ok: Predis: there again
ok: Predis: and free
ok: Memcached: there again
ok: Memcached: and free
ok: Memcached, text: there again
ok: Memcached, text: and free
ok: \Memcached: there again
ok: \Memcached: and free
ok: MongoDB: there again
ok: MongoDB: and free
ok: Manager: there again
ok: Manager: and free
