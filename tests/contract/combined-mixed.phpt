--TEST--
The contract of a store: CombinedStore of five stores of three kinds, by DSN and through client objects
--EXTENSIONS--
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'two memcached', 'mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/memcached.inc';
require __DIR__.'/../inc/mongodb.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// Places of its own, for names that cannot be made unique.
function five(): array
{
    $redis = new Redis();
    redis_connect($redis);
    $redis->select(7);
    $names = ['gcProbability' => 0, 'database' => mongodb_database(), 'collection' => 'lock'];

    return [
        new RedisStore(redis_url('/8')),
        new MemcachedStore(memcached_dsn('mixed:')),
        new MongoDbStore(mongodb_server(), $names),
        new RedisStore($redis),
        new MemcachedStore(memcached_client('mixed:client:')),
    ];
}

slock_contract(
    fn () => new CombinedStore(five(), new ConsensusStrategy()),
    ['expiring', 'seconds', 'serializable', 'separate'],
);
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: interfaces
ok: save, exists, delete
ok: a second owner is refused
ok: what is not owned is left alone
ok: names
ok: time to live
ok: impossible times to live
ok: readers and writers
ok: serialization
ok: forged state
ok: locks on top
