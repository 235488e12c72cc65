--TEST--
Fencing tokens grow from owner to owner, are kept by the key while it believes to hold the lock, and are minted only where they are asked for
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'zookeeper'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require_once 'Predis/autoload.php';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

use function Slock\fencing_token;

$directory = temporary_directory();
[$host, $port] = [getenv('SLOCK_TEST_REDIS_HOST'), (int) getenv('SLOCK_TEST_REDIS_PORT')];
$zookeeper = 'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$redis = new Redis();
$redis->connect($host, $port);
$predis = new Predis\Client("tcp://$host:$port");

foreach ([
    'file' => fn (bool $fencing) => new FlockStore($directory, false, ['fencing' => $fencing]),
    'file by DSN' => fn (bool $fencing) => StoreFactory::createStore(
        "flock://$directory".($fencing ? '?fencing=1' : ''),
    ),
    'Redis' => fn (bool $fencing) => new RedisStore("redis://$host:$port?fencing=".(int) $fencing),
    'Redis, by an option' => fn (bool $fencing) => new RedisStore(
        "redis://$host:$port",
        300.0,
        ['fencing' => $fencing],
    ),
    '\Redis' => fn (bool $fencing) => new RedisStore($redis, 300.0, ['fencing' => $fencing]),
    'Predis' => fn (bool $fencing) => new RedisStore($predis, 300.0, ['fencing' => $fencing]),
    'ZooKeeper' => fn (bool $fencing) => StoreFactory::createStore("$zookeeper?fencing=".(int) $fencing),
    'retried' => fn (bool $fencing) => new RetryTillSaveStore(
        new RedisStore("redis://$host:$port?fencing=".(int) $fencing),
    ),
] as $name => $make) {
    group($name, fn () => fencing($make));
}

group('one of several members has no token of the lock', function () use ($host, $port, $directory) {
    $members = [
        new RedisStore("redis://$host:$port?fencing=1"),
        new FlockStore($directory, false, ['fencing' => true]),
        new RetryTillSaveStore(new RedisStore("redis://$host:$port/1?fencing=1")),
    ];
    $store = new CombinedStore($members, new UnanimousStrategy());
    $lock = owner($store, unique());
    same('acquired', [true, null], [$lock->acquire(), fencing_token($lock)]);
    $lock->refresh();
    same('refreshed', null, fencing_token($lock));
    $lock->release();
});
?>
--EXPECT--
ok: file
ok: file by DSN
ok: Redis
ok: Redis, by an option
ok: \Redis
ok: Predis
ok: ZooKeeper
ok: retried
ok: one of several members has no token of the lock
