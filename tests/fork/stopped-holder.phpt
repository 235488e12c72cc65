--TEST--
A holder is stopped for longer than its TTL and goes on: it knows at once, and leaves the new owner's lock alone
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

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

clean_ways();
// ZooKeeper's locks have no TTL: tests/stores/zookeeper/sessions.phpt.
$ways = array_filter(ways(Keeper::Token), fn ($way) => 'ZookeeperStore' !== $way->name);
$resource = unique();
array_map(fn ($name) => lockable($resource.$name), array_keys($ways));
// One process holds the lock on all of them.
$holder = Child::start('require '.var_export(realpath(__DIR__.'/../inc/every-store.inc'), true).';
    foreach (ways(Keeper::Token) as $name => $way) {
        if ("ZookeeperStore" !== $name) {
            $key = new Symfony\Component\Lock\Key($argv[1].$name);
            $locks[$name] = new Symfony\Component\Lock\Lock($key, $way->store(), 60);
            $locks[$name]->acquire() || print "no $name\n";
        }
    }
    foreach ($locks as $lock) {
        $lock->refresh(2.0);
    }
    echo json_encode(array_map(fn ($lock) => $lock->isAcquired(), $locks)), "\n";
    fgets(STDIN);
    $expired = array_map(fn ($lock) => $lock->isExpired(), $locks);
    echo json_encode($expired), "\n";
    echo json_encode(array_map(fn ($lock) => $lock->isAcquired(), $locks)), "\n";
    // One half releases, the other half ends.
    foreach ($locks as $name => $lock) {
        if (crc32($name) % 2) {
            $lock->release();
        }
    }
    $locks = null;
    gc_collect_cycles();
    echo "released\n";', 'here', array_merge(
        ['pcntl', 'posix'],
        ...array_values(array_map(fn ($way) => $way->extensions, $ways)),
    ), [], [$resource]);
same('held', array_fill_keys(array_keys($ways), true), json_decode((string) $holder->hear(), true));
$holder->kill(SIGSTOP);
check('stopped', eventually(fn () => preg_match('/^State:\s+T/m', file_get_contents("/proc/{$holder->pid()}/status"))));
$next = [];
foreach ($ways as $name => $way) {
    $next[$name] = new Lock(new Key($resource.$name), $way->store(), 60);
    same("the next owner: $name", true, $next[$name]->acquire(true, 20));
}
$holder->kill(SIGCONT);
$holder->say('go on');
same('the old one knows', array_fill_keys(array_keys($ways), true), json_decode((string) $holder->hear(), true));
same('and asks', array_fill_keys(array_keys($ways), false), json_decode((string) $holder->hear(), true));
same('releases', 'released', $holder->hear());
same('and ends', '', $holder->finish());
foreach ($next as $name => $lock) {
    check("left alone: $name", $lock->isAcquired() && !lock_on($ways[$name]->store(), $resource.$name)->acquire());
    $lock->release();
}
?>
--EXPECT--
ok: held
ok: stopped
ok: the next owner: RedisStore
ok: the next owner: RedisStore, several hosts
ok: the next owner: RedisStore, cluster
ok: the next owner: RedisStore, sentinel
ok: the next owner: RedisStore, \Redis
ok: the next owner: RedisStore, \RedisArray
ok: the next owner: RedisStore, \RedisCluster
ok: the next owner: RedisStore, Predis
ok: the next owner: MemcachedStore
ok: the next owner: MemcachedStore, \Memcached
ok: the next owner: MongoDbStore
ok: the next owner: MongoDbStore, Manager
ok: the next owner: MongoDbDocumentStore
ok: the next owner: MongoDbDocumentStore, Manager
ok: the next owner: PdoStore, sqlite
ok: the next owner: PdoStore, mysql
ok: the next owner: PdoStore, mysql \PDO
ok: the next owner: PdoStore, pgsql
ok: the next owner: PdoStore, pgsql \PDO
ok: the next owner: DoctrineDbalStore, mysql
ok: the next owner: DoctrineDbalStore, pgsql
ok: the next owner: DoctrineDbalStore, sqlite
ok: the next owner: CombinedStore
ok: the next owner: CombinedStore, mixed
ok: the next owner: RetryTillSaveStore
ok: the old one knows
ok: and asks
ok: releases
ok: and ends
ok: left alone: RedisStore
ok: left alone: RedisStore, several hosts
ok: left alone: RedisStore, cluster
ok: left alone: RedisStore, sentinel
ok: left alone: RedisStore, \Redis
ok: left alone: RedisStore, \RedisArray
ok: left alone: RedisStore, \RedisCluster
ok: left alone: RedisStore, Predis
ok: left alone: MemcachedStore
ok: left alone: MemcachedStore, \Memcached
ok: left alone: MongoDbStore
ok: left alone: MongoDbStore, Manager
ok: left alone: MongoDbDocumentStore
ok: left alone: MongoDbDocumentStore, Manager
ok: left alone: PdoStore, sqlite
ok: left alone: PdoStore, mysql
ok: left alone: PdoStore, mysql \PDO
ok: left alone: PdoStore, pgsql
ok: left alone: PdoStore, pgsql \PDO
ok: left alone: DoctrineDbalStore, mysql
ok: left alone: DoctrineDbalStore, pgsql
ok: left alone: DoctrineDbalStore, sqlite
ok: left alone: CombinedStore
ok: left alone: CombinedStore, mixed
ok: left alone: RetryTillSaveStore
