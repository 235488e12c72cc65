--TEST--
A signal handler throws while a lock is being acquired, by every way to a store: the exception comes out as it is, and nobody is left holding the lock
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

side_by_side(ways(), function (Way $way) {
    pcntl_async_signals(true);
    $armed = $came = false;
    pcntl_signal(SIGUSR1, function () use (&$armed, &$came) {
        $came = true;
        if ($armed) {
            $armed = false;
            throw new Interrupted('enough');
        }
    });
    $store = $way->store();
    $other = Keeper::Process === $way->keeper ? $store : $way->store();
    $signaller = signaller(SIGUSR1);
    lock_on($other, unique())->acquire();
    [$interrupted, $took] = [0, 0.001];
    for ($i = 0; $i < 5000 && $interrupted < 25; ++$i) {
        $resource = unique();
        $lock = lock_on($store, $resource);
        $came = false;
        $signaller->say((string) (random_int(0, 120) / 100 * $took + 0.00005));
        $start = now();
        try {
            // Nobody else wants it: most of the time is spent with the client. Nothing is thrown elsewhere: before 8.4
            // PHP frees what it should not when a handler throws between an internal function and the next argument.
            while (!$came) {
                $armed = true;
                $lock->acquire(true, 5);
                $armed = false;
                $lock = null;
                $lock = lock_on($store, $resource = unique());
            }
        } catch (Interrupted) {
            ++$interrupted;
        }
        $took = min(0.01, now() - $start);
        // When acquire() had returned already, the lock is the object's; else nobody's.
        $lock = null;
        $next = lock_on($other, $resource);
        if (!same("$resource is free", true, $next->acquire())) {
            break;
        }
        $next->release();
    }
    same('interrupted', 25, $interrupted);
    $signaller->say('end');
    $signaller->finish();
}, 12);
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
