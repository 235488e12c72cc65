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
own_servers('REDIS');
require_once 'Predis/autoload.php';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;
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

/** A store in PHP before another one. */
final class Decorated implements PersistingStoreInterface
{
    public function __construct(private PersistingStoreInterface $store)
    {
    }

    public function save(Key $key): void
    {
        $this->store->save($key);
    }

    public function delete(Key $key): void
    {
        $this->store->delete($key);
    }

    public function exists(Key $key): bool
    {
        return $this->store->exists($key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $this->store->putOffExpiration($key, $ttl);
    }
}

group('a store in PHP', function () use ($host, $port) {
    $redis = fn (bool $fencing) => new RedisStore("redis://$host:$port?fencing=".(int) $fencing);
    fencing(fn (bool $fencing) => new Decorated($redis($fencing)));
    fencing(fn (bool $fencing) => new RetryTillSaveStore(new Decorated($redis($fencing))));
});

group('by another store the second time', function () use ($host, $port, $directory) {
    foreach ([
        [new RedisStore("redis://$host:$port?fencing=1"), new RedisStore("redis://$host:$port")],
        [new FlockStore($directory, false, ['fencing' => true]), new FlockStore($directory)],
    ] as $i => [$with, $without]) {
        $key = new Key(unique());
        $with->save($key);
        $first = fencing_token($key);
        $without->delete($key);
        same("$i: released by the other one", null, fencing_token($key));
        $without->save($key);
        same("$i: acquired by it", null, fencing_token($key));
        $with->save($key);
        grow("$i: and by the first one, which it is held by", [$first, $second = fencing_token($key)]);
        $with->delete($key);
        $with->save($key);
        grow("$i: again", [$second, fencing_token($key)]);
        $with->delete($key);
    }
});

group('members in PHP have no token of the lock', function () use ($host, $port) {
    $members = array_map(fn (int $db) => new Decorated(new RedisStore("redis://$host:$port/$db?fencing=1")), [0, 1, 2]);
    $lock = owner(new CombinedStore($members, new UnanimousStrategy()), unique());
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
ok: a store in PHP
ok: by another store the second time
ok: members in PHP have no token of the lock
