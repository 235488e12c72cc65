--TEST--
Every store and every way to reach it: two processes exclude each other
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';

clean_ways();
foreach (ways(Keeper::Kernel, Keeper::Token, Keeper::Session) as $name => $way) {
    group($name, function () use ($way) {
        $lock = lock_on($way->store(), $resource = unique());
        $holder = holder($way->code(), $resource, extensions: $way->extensions);
        same('taken', false, $lock->acquire());
        same('the holder ends', '', $holder->finish());
        same('free', true, $lock->acquire());
        same('of one of ours', true, $lock->isAcquired());
        $lock->release();
    });
}
same('in this process', [true, false], (function () {
    $store = ways()['InMemoryStore']->store();
    $holder = lock_on($store, 'r');

    return [$holder->acquire(), lock_on($store, 'r')->acquire()];
})());
?>
--EXPECT--
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: RedisStore, \Redis
ok: RedisStore, \RedisArray
ok: RedisStore, \RedisCluster
ok: RedisStore, Predis
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: DoctrineDbalStore, sqlite
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
ok: in this process