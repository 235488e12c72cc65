--TEST--
One answer that came very late, because a server or this process was stopped, does not make later waits late
--EXTENSIONS--
pcntl
posix
mysqlnd
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';
require __DIR__.'/../inc/proxied-ways.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;

// Seconds: what one answer took; the wait; and what it may take, on a machine that does other things.
const LATE = 1.6, TIMEOUT = 0.05, LIMIT = 0.9;

$ways = proxied_ways(
    'RedisStore',
    'MemcachedStore',
    'MongoDbStore',
    'PdoStore, pgsql',
    'PostgreSqlStore',
    'MysqlStore',
    'ZookeeperStore',
    'CombinedStore',
);
foreach ($ways as $way) {
    group($way->name, function () use ($way) {
        $proxy = new FaultProxy();
        $store = proxied_store($way);
        foreach (['opens the connection', 'quick'] as $what) {
            same($what, true, lock_on($store, unique())->acquire());
        }
        $proxy->does('delay '.LATE);
        // Whose release is no answer of its own.
        $late = quiet_lock($store, unique(), 30.0);
        $took = seconds(fn () => same('late', true, $late->acquire()));
        between('late: seconds', LATE, 60, $took);
        $proxy->does('stall');
        $lock = lock_on($store, unique());
        $acquire = fn () => $lock->acquire(true, TIMEOUT);
        $took = seconds(fn () => raises('no answer', LockAcquiringException::class, null, $acquire));
        between('seconds', 0, LIMIT, $took);
        if (getenv('SLOCK_TEST_SHOW')) {
            fprintf(STDERR, "%-45s %6.3f s\n", $way->name, $took);
        }
        $proxy->stop();
    });
}
?>
--EXPECT--
ok: RedisStore
ok: MemcachedStore
ok: MongoDbStore
ok: PdoStore, pgsql
ok: PostgreSqlStore
ok: MysqlStore
ok: ZookeeperStore
ok: CombinedStore
