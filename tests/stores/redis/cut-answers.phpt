--TEST--
RedisStore with a cluster and with sentinels, by DSN and by \RedisCluster: answers that come in two segments, cut at every byte, or byte by byte, say the same
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server', 'redis sentinel'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster();
$proxy = new FaultProxy(['NODES' => array_map(fn ($node) => "127.0.0.1:$node->port", $cluster->nodes)]);
foreach ($ports = explode(',', getenv('SLOCK_TEST_NODES')) as $i => $port) {
    $cluster->nodes[$i]->admin->call('CONFIG', 'SET', 'cluster-announce-port', $port);
}
$nodes = array_map(fn ($port) => "127.0.0.1:$port", $ports);
$sentinels = new FaultProxy(['SENTINELS' => [getenv('SLOCK_TEST_REDIS_SENTINEL')]]);
$sentinel = '127.0.0.1:'.getenv('SLOCK_TEST_SENTINELS');

foreach ([
    'a cluster' => [$proxy, fn () => new RedisStore('redis:?host['.implode(']&host[', $nodes).']&redis_cluster=1')],
    '\RedisCluster' => [$proxy, fn () => new RedisStore(new RedisCluster(null, $nodes, 5, 5))],
    'sentinels' => [
        $sentinels,
        fn () => new RedisStore("redis:?host[$sentinel]&redis_sentinel=".getenv('SLOCK_TEST_REDIS_SENTINEL_MASTER')),
    ],
] as $way => [$through, $make]) {
    group($way, function () use ($through, $make) {
        $through->does('pass');
        $direct = $make();
        $life = function (string $when) use ($make, $direct) {
            // Connects and asks where the servers are, each time.
            $store = $make();
            $lock = lock($store, $name = unique());
            $other = lock($direct, $name);
            same("$when: acquire", true, $lock->acquire());
            same("$when: the other one", false, $other->acquire());
            same("$when: refresh", null, $lock->refresh());
            same("$when: isAcquired", true, $lock->isAcquired());
            same("$when: release", null, $lock->release());
            same("$when: the other one acquires", true, $other->acquire());
            same("$when: refused", false, $lock->acquire());
        };
        $life('whole');
        for ($at = 1, $longest = $through->longest(); $at <= $longest; $at += $at < 64 ? 1 : 5) {
            $through->does("cut $at");
            $life("cut at $at");
        }
        $through->does('drip');
        $life('byte by byte');
    });
}
?>
--EXPECT--
ok: a cluster
ok: \RedisCluster
ok: sentinels
