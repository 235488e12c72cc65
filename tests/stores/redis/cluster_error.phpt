--TEST--
RedisStore over Redis Cluster by DSN: servers that are no cluster, or not there
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server', 'redis cluster'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

group('no cluster at all', function () {
    $server = new OwnRedis();
    raises(
        'says so',
        LockStorageException::class,
        "Redis at 127.0.0.1:$server->port: ERR This instance has cluster support disabled",
        fn () => (new RedisStore("{$server->dsn()}?redis_cluster=1"))->exists(new Key('x')),
    );
    raises(
        'nobody there',
        LockStorageException::class,
        'Connection refused',
        fn () => (new RedisStore('redis://127.0.0.1:1?redis_cluster=1'))->exists(new Key('x')),
    );
    [$node] = explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER'));
    same(
        'another seed',
        false,
        (new RedisStore(
            "redis:?host[127.0.0.1:1]&host[127.0.0.1:$server->port]&host[$node]&redis_cluster=1",
        ))->exists(new Key('x')),
    );
});
?>
--EXPECT--
ok: no cluster at all
