--TEST--
The documented ways to make stores on servers: every one takes a lock and gives it back
--EXTENSIONS--
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need(
    'three redis',
    'redis tls',
    'redis cluster',
    'memcached',
    'two memcached',
    'mongodb',
    'zookeeper',
    'zookeeper ensemble',
);
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/mongodb-library.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

own_servers('REDIS', 'MEMCACHED');
error_reporting(E_ALL & ~E_DEPRECATED); // Predis 1.1 is older than PHP 8.2
require_once 'Predis/autoload.php';

/** What a page shows next: a lock that excludes another one, is looked at, refreshed and released. */
function works(string $what, PersistingStoreInterface $store, ?float $lifetime = 30): void
{
    $factory = new LockFactory($store);
    $lock = $factory->createLock($resource = unique(), 30);
    same("$what: acquired", true, $lock->acquire());
    same("$what: by one", false, $factory->createLock($resource, 30)->acquire());
    same("$what: still", true, $lock->isAcquired());
    $lock->refresh(100);
    null === $lifetime
        ? same("$what: refreshed", null, $lock->getRemainingLifetime())
        : between("$what: refreshed", 90, 100, $lock->getRemainingLifetime());
    $lock->release();
    same("$what: released", true, $factory->createLock($resource, 30)->acquire());
}

$host = getenv('SLOCK_TEST_REDIS_HOST');
$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$memcachedHost = getenv('SLOCK_TEST_MEMCACHED_HOST');
$memcachedPorts = explode(',', getenv('SLOCK_TEST_MEMCACHED_PORTS'));

group('RedisStore', function () use ($host, $ports) {
    $redis = new \Redis();
    $redis->connect($host, (int) $ports[0]);
    works('Redis', new RedisStore($redis));
    works('Redis, initial TTL', new RedisStore($redis, 60.5));
    works('named', new RedisStore(redis: $redis, initialTtl: 60));
    works('RedisArray', new RedisStore(new \RedisArray(array_map(fn ($port) => "$host:$port", $ports))));
    works('RedisCluster', new RedisStore(new \RedisCluster(null, explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER')))));
    works('Predis', new RedisStore(new \Predis\Client("tcp://$host:$ports[0]")));
    works('with a prefix', (function () use ($redis) {
        $redis->setOption(\Redis::OPT_PREFIX, 'app:');

        return new RedisStore($redis);
    })());
});

group('MemcachedStore', function () use ($memcachedHost, $memcachedPorts) {
    $memcached = new \Memcached();
    $memcached->addServer($memcachedHost, (int) $memcachedPorts[0]);
    works('Memcached', new MemcachedStore($memcached));
    works('initial TTL', new MemcachedStore($memcached, 60));
    works('named', new MemcachedStore(memcached: $memcached, initialTtl: 60));
    $memcached = new \Memcached('persistent');
    $memcached->addServers(array_map(fn ($port) => [$memcachedHost, (int) $port], $memcachedPorts));
    works('two servers, persistent', new MemcachedStore($memcached));
});

group('MongoDbStore', function () {
    $uri = mongodb_server();
    $database = mongodb_database();
    $options = [
        'gcProbability' => 0.001,
        'database' => $database,
        'collection' => 'lock',
        'uriOptions' => [],
        'driverOptions' => [],
    ];
    $manager = new \MongoDB\Driver\Manager($uri);
    works('Client', new MongoDbStore(new \MongoDB\Client($manager), ['gcProbability' => 0] + $options));
    works(
        'Database',
        new MongoDbStore(new \MongoDB\Database($manager, $database), ['collection' => 'lock', 'gcProbability' => 0]),
    );
    works('Collection', new MongoDbStore(new \MongoDB\Collection($manager, $database, 'lock'), ['gcProbability' => 0]));
    works('Manager', new MongoDbStore($manager, ['gcProbability' => 0] + $options));
    works('a URI with everything', new MongoDbStore("$uri/$database?collection=lock", ['gcProbability' => 0]));
    works(
        'a URI and options',
        new MongoDbStore(
            $uri,
            [
                'gcProbablity' => 0,
                'uriOptions' => ['w' => 'majority'],
                'driverOptions' => [],
            ] + array_diff_key($options, ['gcProbability' => 1]),
        ),
    );
    works(
        'initial TTL',
        new MongoDbStore(mongo: "$uri/$database?collection=lock", options: ['gcProbability' => 0], initialTtl: 60.0),
    );
    $store = new MongoDbStore("$uri/$database?collection=indexed", ['gcProbability' => 0]);
    $store->createTtlIndex();
    works('with the TTL index', $store);
    mongodb_admin($database, ['dropDatabase' => 1]);
});

group('ZookeeperStore', function () {
    works(
        'by createConnection()',
        new ZookeeperStore(ZookeeperStore::createConnection('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))),
        null,
    );
    declare_zookeeper();
    works('Zookeeper', new ZookeeperStore(new \Zookeeper(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))), null);
    works('several servers', new ZookeeperStore(new \Zookeeper(getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE'))), null);
    works('named', new ZookeeperStore(zookeeper: new \Zookeeper(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'))), null);
});

group('CombinedStore', function () use ($host, $ports, $memcachedHost, $memcachedPorts) {
    foreach ([new ConsensusStrategy(), new UnanimousStrategy()] as $strategy) {
        $stores = [];
        foreach ($ports as $port) {
            $redis = new \Redis();
            $redis->connect($host, (int) $port);
            $stores[] = new RedisStore($redis);
        }
        works($strategy::class, new CombinedStore($stores, $strategy));
    }
    $stores[] = StoreFactory::createStore("memcached://$memcachedHost:$memcachedPorts[0]");
    $stores[] = StoreFactory::createStore(mongodb_uri());
    works('five of three kinds', new CombinedStore($stores, new ConsensusStrategy()));
    mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
});

// The list that the framework's documentation gives for the setting "lock", with these servers.
group('DSNs', function () use ($host, $ports, $memcachedHost, $memcachedPorts) {
    foreach ([
        "memcached://$memcachedHost:$memcachedPorts[0]", "redis://$host:$ports[0]",
        'rediss://'.getenv('SLOCK_TEST_REDIS_TLS_USER').':'.getenv('SLOCK_TEST_REDIS_TLS_PASSWORD').'@localhost:'
            .getenv('SLOCK_TEST_REDIS_TLS_PORT').'?ssl[verify_peer]=1&ssl[cafile]='.getenv('SLOCK_TEST_REDIS_TLS_CA'),
        'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'),
        'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE'),
        mongodb_uri(),
    ] as $i => $dsn) {
        works("DSN $i", StoreFactory::createStore($dsn), str_starts_with($dsn, 'zookeeper') ? null : 30);
    }
    // Several in a list are one CombinedStore there.
    works(
        'a list',
        new CombinedStore(
            array_map(StoreFactory::createStore(...), ["redis://$host:$ports[0]", "redis://$host:$ports[1]"]),
            new ConsensusStrategy(),
        ),
    );
    mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
});
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: ZookeeperStore
ok: CombinedStore
ok: DSNs
