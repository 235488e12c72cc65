--TEST--
What ends a wait early, by every way to a store: an exception of a signal handler, exit(), the time limit, a fiber that must not be left; nothing is left behind
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
require __DIR__.'/../inc/left-behind.inc';

/**
 * A process that waits for the lock, in which $prepare has been run, and the signal that ends it; what it said on its
 * way out.
 */
function ended_by(int $signal, Way $way, string $resource, Closure $prepare): array
{
    $waiter = Peer::start(function (Peer $test) use ($way, $resource, $prepare) {
        $prepare();
        register_shutdown_function(function () use ($test) {
            $test->say('the end: '.(error_get_last()['message'] ?? 'no error'));
        });
        $lock = lock_on($way->store(), $resource);
        $test->say(show($lock->acquire()));
        $lock->acquire(true, 20);
    });
    same('it waits', 'false', $waiter->hear());
    usleep(150_000);
    $start = now();
    posix_kill($waiter->pid, $signal);
    $said = $waiter->hear();
    $took = now() - $start;
    same('it ends', true, $waiter->ends());

    return [$said, $took];
}

side_by_side(ways(Keeper::Kernel, Keeper::Session, Keeper::Token), function (Way $way) {
    pcntl_async_signals(true);
    $store = $way->store();
    $keeper = keeper($way, $resource = unique());
    $signaller = signaller(SIGUSR1);
    $lock = lock_on($store, $resource);
    same('taken', false, $lock->acquire());
    $servers = on_servers($way, $resource);
    $lock->acquire(true, 0.02);
    // A server that was slow to end that wait has lost its connection; this makes it again.
    $lock->acquire();
    $here = in_this_process();

    $waits = false;
    /** A handler that does it in a wait. Where the machine was so slow that the signal came before, it comes again. */
    $in_a_wait = function (Closure $f) use ($signaller, &$waits): Closure {
        return function () use ($f, $signaller, &$waits) {
            $waits ? $f() : $signaller->hear() && $signaller->say('0.15');
        };
    };
    $wait = function (string $method) use ($lock, &$waits) {
        $waits = true;
        try {
            return $lock->$method(true, 20);
        } finally {
            $waits = false;
        }
    };
    pcntl_signal(SIGUSR1, $in_a_wait(fn () => throw new Interrupted('enough')));
    $took = [];
    $methods = $way->shares
        ? ['acquire', 'acquireRead', 'acquire', 'acquireRead', 'acquire']
        : array_fill(0, 5, 'acquire');
    foreach ($methods as $method) {
        $start = now();
        $signaller->say((string) (random_int(100, 250) / 1000));
        raises("$method: an exception", Interrupted::class, 'enough', fn () => $wait($method));
        $end = now();
        $took[] = $end - (float) $signaller->hear();
        between("$method: seconds, not by the deadline", 0.05, 10, $end - $start);
        same("$method: not held", false, $lock->isAcquired());
    }
    sort($took);
    // A \PDO cannot be left while its server waits, which takes a tenth of a second at a time; libpq has to ask the
    // server, which starts a process for the question, to leave it.
    $inServer = Keeper::Session === $way->keeper;
    // Where the machine is so busy that a process takes long to start, so does that.
    $starts = array_map(fn () => seconds(fn () => exec('true')), [1, 2, 3]);
    $slow = (getenv('ASAN_OPTIONS') ? 4 : 1) + min($starts) / 0.01;
    between('seconds from the signal, with little else to do', 0, ($inServer ? 0.15 : 0.05) * $slow, $took[1]);
    between('seconds from the signal, on a busy machine', 0, 2 * $slow, $took[4]);
    same('an exception leaves nothing behind here', $here, becomes($here, in_this_process(...)));
    same_on_servers('an exception leaves nothing behind on servers', $servers, $way, $resource);

    // The rules of fibers: a signal handler cannot leave one.
    pcntl_signal(SIGUSR1, $in_a_wait(fn () => Fiber::suspend()));
    $fiber = new Fiber(
        fn () => raises('a fiber', FiberError::class, 'Cannot switch fibers', fn () => $wait('acquire')),
    );
    $signaller->say('0.15');
    $fiber->start();
    same('the fiber ends', true, $fiber->isTerminated());
    pcntl_signal(SIGUSR1, fn () => null);
    $fiber = new Fiber(fn () => $lock->acquire(true, 0.3));
    $signaller->say('0.1');
    $fiber->start();
    same('a wait in a fiber', false, $fiber->getReturn());
    $signaller->say('end');
    $signaller->finish();

    [$said, $took] = ended_by(SIGUSR1, $way, $resource, function () {
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { exit(3); });
    });
    same('exit()', 'the end: no error', $said);
    between('exit(): seconds', 0, 1 * $slow, $took);
    if (!PHP_ZTS) {
        // What the kernel sends when the time is over; it counts CPU time, of which a waiter uses none.
        [$said, $took] = ended_by(SIGPROF, $way, $resource, fn () => set_time_limit(30));
        same('time limit', 'the end: Maximum execution time of 30 seconds exceeded', $said);
        between('time limit: seconds', 0, 1 * $slow, $took);
    }
    same_on_servers('the end of a process leaves nothing behind', $servers, $way, $resource);

    $keeper->ask('release');
    $keeper->say('end');
    $keeper->finish();
    same('free', true, is_free($way, $resource));
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
