--TEST--
A waiter that is stopped while the lock becomes free, until after its deadline, gets it when it goes on, by every way to a store
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
--CONFLICTS--
all
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('every server');
need_file('Doctrine/DBAL/autoload.php');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/side-by-side.inc';

/**
 * Stops this process at one time and lets it go on at another, on the clock that all share; tells when it had stopped.
 */
function stopper(float $stop, float $go_on): Peer
{
    return Peer::start(function (Peer $test) use ($stop, $go_on) {
        sleep_until($stop);
        posix_kill($test->pid, SIGSTOP);
        $stopped = now();
        sleep_until($go_on);
        posix_kill($test->pid, SIGCONT);

        return $stopped;
    });
}

/** Whether this machine was quick enough to show it. */
function stopped_around_the_deadline(Way $way, string $method): bool
{
    $keeper = keeper($way, $resource = unique());
    $lock = lock_on($way->store(), $resource);
    $lock->acquire();
    $deadline = now() + 0.7;
    $stopper = stopper($deadline - 0.4, $deadline + 0.1);
    $keeper->say('release '.($deadline - 0.2));
    $got = $lock->$method(true, max(0.0, $deadline - now()));
    $end = now();
    [$from, $to] = json_decode($keeper->hear());
    $shown = $stopper->finish() < $from && $to < $deadline && $end > $deadline;
    if ($shown) {
        same("$method: acquired", true, $got);
    }
    same("$method: held", $got, $lock->isAcquired());
    $lock->release();
    $keeper->say('end');
    $keeper->finish();
    same("$method: free", true, is_free($way, $resource));

    return $shown;
}

side_by_side(ways(Keeper::Kernel, Keeper::Session, Keeper::Token), function (Way $way) {
    foreach ($way->shares ? ['acquire', 'acquireRead'] : ['acquire'] as $method) {
        for ($tries = 1; !stopped_around_the_deadline($way, $method) && $tries < 12; ++$tries) {
        }
        check("$method: shown", $tries < 12);
    }
    // All at once, on a small machine, would be stopped in the middle of an attempt more often than between two.
}, 8);
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
