--TEST--
A thread keeps the locks of a Redis server alive while PHP sleeps: all in one flight, on one connection of its own; a loss is told, once, when PHP runs again
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$server = new OwnRedis();
$dsn = $server->dsn();
$redis = $server->connect();
$threads = threads();

/** A lock that is kept alive. */
function kept(RedisStore $store, string $resource, float $ttl, mixed ...$arguments): array
{
    $lock = new Lock(new Key($resource), $store, $ttl);
    $lock->acquire() || print("FAIL: $resource is not free\n");

    return [$lock, new KeepAlive($lock, ...$arguments)];
}

/** What the system says of the threads of this process: name => the value of a line of its status. */
function status_of_threads(string $line): array
{
    $values = [];
    foreach (glob('/proc/self/task/*') as $task) {
        preg_match("/^$line:\s*(.*)$/m", file_get_contents("$task/status"), $found);
        $values[trim(file_get_contents("$task/comm"))] = $found[1];
    }

    return $values;
}

/** How many ends of pipes this process has open. */
function ends_of_pipes(): int
{
    return count(array_filter(glob('/proc/self/fd/*'), fn ($fd) => str_starts_with((string) @readlink($fd), 'pipe:')));
}

group('what wakes the thread', function () use ($dsn, $threads) {
    // A second time as well: what the first one has opened is closed again.
    foreach (['first', 'again'] as $time) {
        $before = ends_of_pipes();
        [$lock, $keep] = kept(new RedisStore($dsn), "woken $time", 30.0);
        same("$time: a pipe of its own", $before + 2, ends_of_pipes());
        $keep->stop();
        same("$time: closed with it", [$threads, $before], [threads(), ends_of_pipes()]);
        $lock->release();
    }
});

group('while PHP sleeps', function () use ($dsn, $threads) {
    $code = <<<'CODE'
        stream_set_blocking(STDIN, false);
        $store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);
        $other = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('kept'), $store, 60);
        for ($attempts = $got = 0; false === fgets(STDIN); ++$attempts, usleep(2000)) {
            $got += $other->acquire();
        }
        echo $got, ' of ', $attempts > 100 ? 'many' : "$attempts", "\n";
        CODE;
    [$lock, $keep] = kept(new RedisStore($dsn), 'kept', 2.0);
    $other = Child::start($code, 'slock', [], [], [$dsn]);
    same('one thread', $threads + 1, threads());
    foreach ([
        'sleep()' => fn () => sleep(3),
        'usleep()' => fn () => usleep(2_500_000),
        'a read' => fn () => fgets(popen('sleep 2.5', 'r')),
        'a lookup in a loop' => fn () => compute(0.5),
    ] as $what => $sleeps) {
        $sleeps();
        check("$what: it has not expired", !$lock->isExpired() && !$keep->isLost());
        between("$what: seconds of the lifetime left", 0.6, 2.0, $lock->getRemainingLifetime());
    }
    $other->say('stop');
    same('nobody else had it', '0 of many', $other->hear());
    $other->finish();
    check('it is held', $lock->isAcquired());
    // All but those that nobody can block, and two of the C library's own.
    same('the thread takes no signals', 'fffffffe7ffbfeff', status_of_threads('SigBlk')['slock-renewer']);
    $keep->stop();
    same('no thread', $threads, threads());
});

group('one flight', function () use ($dsn, $redis, $threads) {
    $store = new RedisStore($dsn);
    $ttls = array_map(fn ($i) => 2.7 + $i / 1000, range(1, 100));
    foreach ($ttls as $i => $ttl) {
        $kept[] = kept($store, "r$i", $ttl);
    }
    same('threads', $threads + 1, threads());
    $of = function (string $what) use ($redis) {
        preg_match("/^$what:(\d+)/m", $redis->call('INFO', 'stats'), $found);

        return (int) $found[1];
    };
    $before = [$of('total_reads_processed'), $of('total_connections_received')];
    $calls = commands_during($redis, fn () => usleep(2_500_000));
    // CONFIG RESETSTAT has set them to 0.
    [$reads, $connections] = [$of('total_reads_processed'), $of('total_connections_received')];
    same('all of them, each time', 0, array_sum($calls) % 100);
    between('in so many periods', 200, 400, array_sum($calls));
    same('the script once', 1, $calls['eval'] ?? 0);
    check('not one by one', $reads < 40, "$reads reads");
    same('one connection', 1, $connections);
    same('all are held', 100, count(array_filter($kept, fn ($k) => !$k[1]->isLost() && $k[0]->isAcquired())));
    $redis->call('SCRIPT', 'FLUSH');
    usleep(1_000_000);
    same('also by a server that forgot', [], array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired()));
    array_map(fn ($k) => $k[0]->release(), $kept);
    same('released: no thread', $threads, threads());
});

group('two servers', function () use ($dsn, $server) {
    $silent = new OwnRedis();
    [$lock, $keep] = kept(new RedisStore($dsn), 'kept', 1.5);
    [$late, $lost] = kept(new RedisStore($silent->dsn()), 'late', 2.9, onLost: fn () => null);
    $silent->signal(SIGSTOP);
    sleep(4);
    check('one that does not answer', $lost->isLost());
    check('leaves the other one alone', !$keep->isLost() && !$lock->isExpired());
    $silent->signal(SIGCONT);
    $lock->release();
    $late->release();
});

group('lost to another owner', function () use ($dsn, $redis) {
    [$lock, $keep] = kept(new RedisStore($dsn), 'r', 2.0);
    $redis->call('DEL', 'r');
    $redis->call('ZADD', 'r', 4e15, 'another', 4e15, '__write__');
    $lines = 0;
    raises('thrown', LockLostException::class, 'its store says that this owner', function () use (&$lines) {
        sleep(2);
        ++$lines;
        usleep(1);
    });
    same('as soon as PHP goes on', 0, $lines);
    check('lost', $keep->isLost() && $lock->isExpired() && !$lock->isAcquired());
    compute(0.8);
    same('the other one has it', '4000000000000000', $redis->call('ZSCORE', 'r', 'another'));
    same('and nobody else', 2, $redis->call('ZCARD', 'r'));

    $calls = [];
    $told = function (...$arguments) use (&$calls) {
        $calls[] = $arguments;
    };
    [$lock, $keep] = kept(new RedisStore($dsn), 's', 2.0, onLost: $told);
    $redis->call('DEL', 's');
    sleep(2);
    compute(0.8);
    same('told once', 1, count($calls));
    same('of which', $lock, $calls[0][0]);
    same('it is not taken again', 0, $redis->call('EXISTS', 's'));
});

group('lost by its lifetime', function () use ($dsn, $threads) {
    $server = new OwnRedis();
    $begun = now();
    [$lock, $keep] = kept(new RedisStore($server->dsn()), 'r', 1.0);
    $server->signal(SIGSTOP);
    $e = raises('thrown', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    between('seconds until it is over', 0.99, 1.5, now() - $begun);
    same('and why', LockStorageException::class, $e && $e->getPrevious() ? $e->getPrevious()::class : null);
    check('lost', $keep->isLost());
    same('no thread', $threads, threads());
    $server->signal(SIGCONT);
    $lock->release();

    [$lock, $keep] = kept(new RedisStore($dsn), 'long', 2.0, maxLifetime: 2.3);
    raises('by $maxLifetime', LockLostException::class, 'for as long as it may be', fn () => sleep(3));
    $lock->release();
});

group('a password', function () {
    $server = new OwnRedis('--requirepass', 'se%cr/et');
    [$lock, $keep] = kept(new RedisStore("redis://:se%25cr%2Fet@127.0.0.1:$server->port/3"), 'r', 1.5);
    sleep(3);
    check('kept', !$keep->isLost() && $lock->isAcquired());
    $redis = $server->connect();
    $redis->call('AUTH', 'se%cr/et');
    $redis->call('CONFIG', 'SET', 'requirepass', 'another');
    $redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $e = raises('not any more', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    check('it says why', str_contains($why = (string) $e?->getPrevious()?->getMessage(), 'WRONGPASS'), $why);
    check('and not which', !str_contains(chain($e), 'se%cr'));
    $redis->call('CONFIG', 'SET', 'requirepass', 'se%cr/et');
    $lock->release();
});

group('in a quorum, renewals stay with PHP', function () use ($dsn, $threads) {
    $lock = new Lock(new Key('all'), new CombinedStore([new RedisStore($dsn)], new UnanimousStrategy()), 2.0);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $running = array_keys(status_of_threads('SigBlk'));
    check('which the alarm wakes', in_array('slock-alarm', $running) && !in_array('slock-renewer', $running));
    check('renewed', !compute(2.2, fn () => $keep->isLost()) && $lock->isAcquired());
    $lock->release();
});
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: what wakes the thread
ok: while PHP sleeps
ok: one flight
ok: two servers
ok: lost to another owner
ok: lost by its lifetime
ok: a password
ok: in a quorum, renewals stay with PHP
ok: no thread is left
