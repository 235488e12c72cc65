--TEST--
A lock that is freed just before the deadline is acquired, one that is freed just after it is not, by every way to a store
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

const TIMEOUT = 0.6;
// As near as a loaded machine lets us tell one from the other; a sanitizer makes it a slow one.
define('NEAR', getenv('ASAN_OPTIONS') ? 0.15 : 0.06);

/**
 * When the holder let go, and what became of it: [from, to, result, the time of the answer], counted from the deadline.
 */
function released_around(Way $way, string $resource, string $method, float $after): array
{
    $keeper = keeper($way, $resource);
    $lock = lock_on($way->store(), $resource);
    $lock->acquire();
    $deadline = now() + TIMEOUT;
    $keeper->say('release '.($deadline + $after));
    $result = $lock->$method(true, $deadline - now());
    $end = now();
    [$from, $to] = json_decode($keeper->hear());
    same('acquired, or not', $result, $lock->isAcquired());
    $lock->release();
    $keeper->say('end');
    $keeper->finish();

    return [$from - $deadline, $to - $deadline, $result, $end - $deadline];
}

side_by_side(ways(Keeper::Kernel, Keeper::Session, Keeper::Token), function (Way $way) {
    foreach ($way->shares ? ['acquire', 'acquireRead'] : ['acquire'] as $method) {
        // Once more when this machine was so slow that the holder released at another time.
        for ($tries = 0, $seen = false; $tries < 15 && !$seen; ++$tries) {
            [, $to, $result, $end] = released_around($way, $resource = unique(), $method, -NEAR);
            // An attempt that took longer than SLOCK_SLOW_ATTEMPT is not followed by one at the deadline, which would
            // end too late: on a loaded machine that is a right false now and then, of those that ask again and again.
            if ($seen = $to < -NEAR / 2 && $result) {
                check("$method, just before: in time", $end < 5, "$end");
            }
            same("$method, just before: free afterwards", true, is_free($way, $resource));
        }
        check("$method, just before: seen", $seen);
        for ($tries = 0, $seen = false; $tries < 15 && !$seen; ++$tries) {
            [$from, , $result, $end] = released_around($way, $resource = unique(), $method, NEAR);
            if ($seen = $end < $from) {
                same("$method, just after", false, $result);
            }
            same("$method, just after: free afterwards", true, is_free($way, $resource));
        }
        check("$method, just after: seen", $seen);
    }
});
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
