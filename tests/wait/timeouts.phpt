--TEST--
acquire(true, timeout) and acquireRead(true, timeout) of every store by every way: false at the deadline, not before and soon after, and nothing is left behind
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
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/left-behind.inc';
require __DIR__.'/../inc/other-host.inc';

$other_host = other_host();
$overshoots = side_by_side(ways(), function (Way $way) use ($other_host) {
    $overshoots = [];
    $tries = function (
        string $by,
        string $resource,
        object $store,
        array $methods,
        array $timeouts,
    ) use (&$overshoots) {
        foreach ($methods as $method) {
            $lock = lock_on($store, $resource);
            foreach ($timeouts as $timeout) {
                $took = seconds(fn () => same("held by $by, $method, $timeout", false, $lock->$method(true, $timeout)));
                between("held by $by, $method, $timeout: seconds", $timeout, $timeout + 1, $took);
                $overshoots[] = $took - $timeout;
            }
            same("held by $by, $method: not held", false, $lock->isAcquired());
        }
    };
    $methods = $way->shares ? ['acquire', 'acquireRead'] : ['acquire'];
    $store = $way->store();
    $resource = unique();

    if (Keeper::Process !== $way->keeper) {
        $keeper = keeper($way, $resource);
        same('taken', false, lock_on($store, $resource)->acquire());
        $servers = on_servers($way, $resource);
        $tries('another process', $resource, $store, ['acquire'], [0.05]);
        // A server that was slow to end a wait has lost its connection; this makes it again.
        $again = fn () => same('still taken', false, lock_on($store, $resource)->acquire());
        $again();
        $here = in_this_process();
        $tries('another process', $resource, $store, $methods, [0.0, 0.05, 0.5]);
        $tries('another process', $resource, $store, ['acquire'], [2.0]);
        $again();
        same('nothing is left behind here', $here, in_this_process());
        same_on_servers('nothing is left behind on servers', $servers, $way, $resource);
        $keeper->ask('release');
        $keeper->say('end');
        $keeper->finish();
        same('free', true, is_free($way, $resource));
    }
    if (Keeper::Kernel !== $way->keeper && Keeper::Process !== $way->keeper) {
        $keeper = keeper($way, $resource = unique(), 'acquire', $other_host);
        $tries('another host', $resource, $store, $methods, [0.0, 0.05, 0.5]);
        $keeper->say('end');
        $keeper->finish();
        same('free again', true, is_free($way, $resource));
    }
    foreach ([
        'this store object' => $store,
        'another store object' => Keeper::Process === $way->keeper ? $store : $way->store(),
    ] as $by => $holding) {
        $held = lock_on($holding, $resource = unique());
        same("$by gets it", true, $held->acquire());
        $tries("another key of $by", $resource, $store, $methods, [0.0, 0.05, 0.5]);
        same("$by still holds it", true, $held->isAcquired());
        $held->release();
        $lock = lock_on($store, $resource);
        same("$by has released it", [true, null], [$lock->acquire(true, 0.0), $lock->release()]);
    }
    sort($overshoots);
    // 20 ms and a round trip; the rest is for a machine that has other things to do.
    between('how late it returns, in the first quarter', 0, 0.05, $overshoots[intdiv(count($overshoots), 4)]);
    between('how late it returns, in the middle', 0, 0.25, $overshoots[intdiv(count($overshoots), 2)]);

    return $overshoots;
}, 12);
if (getenv('SLOCK_TEST_SHOW')) {
    foreach ($overshoots as $name => $late) {
        fprintf(
            STDERR,
            "%-45s p50 %6.2f ms, max %6.2f ms\n",
            $name,
            1e3 * $late[intdiv(count($late), 2)],
            1e3 * end($late),
        );
    }
}
?>
--EXPECT--
ok: InMemoryStore
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
