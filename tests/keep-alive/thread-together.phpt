--TEST--
What the thread keeps alive, beside others: the longest time of one holds for all, a child keeps what it acquires, one key on two stores, and what the collector frees
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/logger.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$redis = $server->connect();
$factory = fn (string $options = '') => new LockFactory(new RedisStore($server->dsn().$options));

group('the longest time of one', function () use ($factory, $redis) {
    $lock = $factory('?keep_alive=1')->createLock($name = unique(), 1.0, false);
    $lock->acquire();
    $keep = new KeepAlive($lock, maxLifetime: 0.5, onLost: function () use (&$told) { $told = true; });
    // The store's own keeping tells it as well, as an exception.
    raises('thrown', Slock\Exception\LockLostException::class, null, fn () => compute(10));
    compute(0.1);
    same('told', true, $told);
    usleep(1_200_000);
    same('lost', [true, true, -2], [$keep->isLost(), $lock->isExpired(), $redis->call('PTTL', $name)]);
});

group('a child that acquires it again keeps it', function () use ($factory, $redis) {
    $lock = $factory('?keep_alive=1')->createLock($name = unique(), 3.0, false);
    $lock->acquire();
    if (!$pid = pcntl_fork()) {
        $lock->acquire();
        usleep(300_000);
        posix_kill(posix_getppid(), SIGUSR1);
        usleep(4_000_000);
        exit($lock->isAcquired() ? 0 : 1);
    }
    // The parent lets it be: nobody but the child renews it.
    pcntl_signal(SIGUSR1, function () use (&$heard) { $heard = true; });
    pcntl_async_signals(true);
    check('the child has it', compute(10, function () use (&$heard) { return $heard; }));
    $lock = null;
    pcntl_waitpid($pid, $status);
    same('and keeps it', 0, pcntl_wexitstatus($status));
});

group('one key on two stores', function () use ($server) {
    $key = new Key(unique());
    $short = new Lock($key, new RedisStore($server->dsn().'/1'), 2.0, false);
    $long = new Lock($key, new RedisStore($server->dsn().'/2'), 60.0, false);
    $short->acquire();
    $keep_short = new KeepAlive($short);
    $long->acquire();
    $keep_long = new KeepAlive($long);
    $long->refresh();
    usleep(3_000_000);
    same('both', [true, true], [$short->isAcquired(), $long->isAcquired()]);
});

group('the collector frees the lock before what keeps it', function () use ($factory) {
    $threads = threads();
    for ($i = 0; $i < 3; ++$i) {
        $lock = $factory()->createLock(unique(), 30, false);
        $lock->acquire();
        $logger = new class extends Recorder {
            public ?KeepAlive $keep = null;
        };
        $lock->setLogger($logger);
        $logger->keep = new KeepAlive($lock);
        $logger = null;
        gc_collect_cycles();
        $lock = null;
        gc_collect_cycles();
    }
    same('threads', $threads, threads());
});
?>
--EXPECT--
ok: the longest time of one
ok: a child that acquires it again keeps it
ok: one key on two stores
ok: the collector frees the lock before what keeps it
