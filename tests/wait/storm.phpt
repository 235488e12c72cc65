--TEST--
A storm of signals, one each millisecond, changes neither the outcome nor the deadline of a wait, by any way to a store, and no signal is lost
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

use Symfony\Component\Lock\Exception\LockAcquiringException;

/** Of a wait: the tests' MongoDB takes longer for one answer than other servers do for a whole wait. */
function timeout_of(Way $way): float
{
    return str_starts_with($way->name, 'MongoDb') ? 1.0 : 0.3;
}

/**
 * Sends SIGALRM each millisecond, and SIGUSR1 each time that the handler has acknowledged the one before; says how many
 * of these.
 */
function storm(): Peer
{
    return Peer::start(function (Peer $test) {
        $count = 0;
        posix_kill($test->pid, SIGUSR1);
        while ('end' !== ($line = $test->hear(0.001)) && posix_getppid() === $test->pid) {
            posix_kill($test->pid, SIGALRM);
            if ('seen' === $line) {
                ++$count;
                posix_kill($test->pid, SIGUSR1);
            }
        }

        return $count;
    });
}

/** Whether a server has not answered in time: where a busy machine has not let it run, that says nothing of a storm. */
function unheard(?Throwable $e): bool
{
    return $e && preg_match('/(no answer|not answered)( from \S+)? (in time|within|to a wait that)/', chain($e));
}

// The attempts of documents take the server of the tests as long as this wait; the client is that of MongoDbStore.
$quick = array_filter(ways(), fn ($way) => !str_starts_with($way->name, 'MongoDbDocument'));
side_by_side($quick, function (Way $way) {
    $store = $way->store();
    $timeout = timeout_of($way);
    $mine = null;
    if (Keeper::Process === $way->keeper) {
        $mine = lock_on($store, $resource = unique());
        $mine->acquire();
    } else {
        $keeper = keeper($way, $resource = unique());
    }
    $lock = lock_on($store, $resource);
    $lock->acquire();

    pcntl_async_signals(true);
    $alarms = $seen = 0;
    $peer = null;
    pcntl_signal(SIGALRM, function () use (&$alarms) { ++$alarms; });
    pcntl_signal(SIGUSR1, function () use (&$seen, &$peer) {
        ++$seen;
        $peer?->say('seen');
    });
    $late = [];
    foreach (['acquire', $way->shares ? 'acquireRead' : 'acquire', 'acquire'] as $method) {
        // Where the machine is so busy that there was no storm in the wait, there is another one.
        for ($run = $during = $alarmed = 0; $run < 3 && ($during < 2 || $alarmed < 2); ++$run) {
            [$seen, $alarms] = [0, 0];
            pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1]);
            $peer = storm();
            pcntl_sigprocmask(SIG_UNBLOCK, [SIGUSR1]);
            $start = now();
            $acquired = $thrown = null;
            try {
                $acquired = $lock->$method(true, $timeout);
            } catch (LockAcquiringException $thrown) {
            }
            $took = now() - $start;
            [$during, $alarmed] = [$seen, $alarms];
            pcntl_sigprocmask(SIG_BLOCK, [SIGALRM]);
            $peer->say('end');
            $sent = $peer->finish();
            pcntl_sigprocmask(SIG_UNBLOCK, [SIGALRM]);
            // The last one may be on its way when the storm is told to end.
            between("$method: signals that were sent and seen", $sent, $sent + 1, $seen);
            if ($run < 2 && unheard($thrown)) {
                $during = 0;
                continue;
            }
            $thrown && throw $thrown;
            same("$method: in vain", false, $acquired);
            $late[] = $took - $timeout;
        }
        check("$method: in the wait", $during >= 2 && $alarmed >= 2, "$during and $alarmed");
        same("$method: not held", false, $lock->isAcquired());
    }
    // Not early, and soon after the deadline when the machine has nothing else to do.
    between('how late, at best', 0, 0.05, min($late));
    between('how late, at worst', 0, 3, max($late));

    // Handlers of declare(ticks) run where PHP code does; until then pcntl keeps the signals.
    pcntl_async_signals(false);
    declare(ticks=1) {
        $run = 0;
        do {
            $queued = 0;
            pcntl_signal(SIGRTMIN, function () use (&$queued) { ++$queued; });
            $sender = Peer::start(function (Peer $test) {
                for ($i = 0; $i < 30; ++$i) {
                    usleep(2000);
                    posix_kill($test->pid, SIGRTMIN);
                }
            });
            $start = now();
            $acquired = $thrown = null;
            try {
                $acquired = $lock->acquire(true, $timeout);
            } catch (LockAcquiringException $thrown) {
            }
            $took = now() - $start;
            $sender->finish();
            pcntl_signal_dispatch();
        } while (++$run < 3 && unheard($thrown));
    }
    $thrown && throw $thrown;
    same('ticks: in vain', false, $acquired);
    between('ticks: seconds', $timeout, $timeout + 0.5, $took);
    same('ticks: signals', 30, $queued);

    pcntl_async_signals(true);
    $peer = storm();
    if ($mine) {
        pcntl_signal(SIGUSR1, function () use ($mine) { $mine->isAcquired() && $mine->release(); });
        posix_kill(getmypid(), SIGUSR1);
    } else {
        $keeper->say('release '.(now() + 0.1));
    }
    same('acquired in a storm', true, $lock->acquire(true, 20));
    pcntl_sigprocmask(SIG_BLOCK, [SIGALRM, SIGUSR1]);
    same('held', true, $lock->isAcquired());
    $lock->release();
    $peer->say('end');
    $peer->finish();
}, 2);
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
