--TEST--
RedisStore through the client objects of clusters, of sentinels and of Relay: one command for each operation
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('redis-server', 'redis sentinel', 'redis tls');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';
require __DIR__.'/../../inc/relay_class.inc';

use Symfony\Component\Lock\Store\RedisStore;

load_predis();

const METHODS = ['acquire', 'refresh', 'isAcquired', 'release', 'acquireRead', 'acquire', 'release'];

$cluster = new OwnCluster();
$nodes = array_map(fn ($node) => "127.0.0.1:$node->port", $cluster->nodes);
foreach ([
    'RedisCluster' => fn () => new RedisCluster(null, $nodes, 5, 5),
    'Predis cluster' => fn () => new Predis\Client(
        array_map(fn ($node) => "tcp://$node", $nodes),
        ['cluster' => 'redis'],
    ),
] as $way => $client) {
    group($way, function () use ($cluster, $client) {
        $store = new RedisStore($client());
        $lock = lock($store, $cluster->name(2));
        foreach (METHODS as $method) {
            $lock->$method();
        }
        foreach (METHODS as $method) {
            same($method, ' |  | evalsha', $cluster->commands(fn () => $lock->$method()));
        }
    });
}

group('Predis with a sentinel', function () {
    $client = new Predis\Client(
        ['tcp://'.getenv('SLOCK_TEST_REDIS_SENTINEL')],
        ['replication' => 'sentinel', 'service' => getenv('SLOCK_TEST_REDIS_SENTINEL_MASTER')],
    );
    $lock = lock(new RedisStore($client));
    foreach (METHODS as $method) {
        check($method, false !== $lock->$method());
    }
});

foreach ([Relay\Relay::class, Relay\Cluster::class] as $class) {
    group($class, function () use ($class) {
        $server = new OwnRedis();
        $redis = new Redis();
        $redis->connect('127.0.0.1', $server->port);
        $relay = new $class($redis);
        $lock = lock(new RedisStore($relay));
        foreach (METHODS as $method) {
            $lock->$method();
        }
        $relay->calls = [];
        foreach (METHODS as $method) {
            check($method, false !== $lock->$method());
        }
        same('its calls', array_fill(0, 7, 'evalsha'), $relay->calls);
        $redis->set($name = unique(), 'x');
        $redis->rename($name, $other = unique());
        $redis->del($other);
        $redis->hSet($other, 'a', 'b');
        raises(
            'the server says what is wrong',
            Symfony\Component\Lock\Exception\LockAcquiringException::class,
            '',
            fn () => lock(new RedisStore($relay), $other)->acquire(),
        );
    });
}

group('TLS through Redis', function () {
    $redis = new Redis();
    $redis->connect(
        'tls://localhost',
        (int) getenv('SLOCK_TEST_REDIS_TLS_PORT'),
        5,
        null,
        0,
        5,
        ['stream' => ['cafile' => getenv('SLOCK_TEST_REDIS_TLS_CA')]],
    );
    $redis->auth([getenv('SLOCK_TEST_REDIS_TLS_USER'), getenv('SLOCK_TEST_REDIS_TLS_PASSWORD')]);
    $lock = lock(new RedisStore($redis));
    foreach (METHODS as $method) {
        check($method, false !== $lock->$method());
    }
});
?>
--EXPECT--
ok: RedisCluster
ok: Predis cluster
ok: Predis with a sentinel
ok: Relay\Relay
ok: Relay\Cluster
ok: TLS through Redis
