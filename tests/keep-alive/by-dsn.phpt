--TEST--
keep_alive=1 in a DSN keeps each lock with a TTL alive from its acquisition to its release, by the thread or by PHP
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'memcached'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\Exception\LockLostException;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\StoreFactory;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$server = new OwnRedis();
$redis = $server->connect();
$memcached = 'memcached://'.getenv('SLOCK_TEST_MEMCACHED_HOST').':'.getenv('SLOCK_TEST_MEMCACHED_PORT');
$threads = threads();
$factory = fn (string $dsn) => new LockFactory(StoreFactory::createStore($dsn));
/** Whoever is not kept has lost the lock after that. */
$ways = [
    'by the thread' => [$server->dsn().'?keep_alive=1', 2.0, fn () => usleep(2_400_000)],
    'by PHP' => ["$memcached?protocol=text&keep_alive=1", 2.0, fn () => compute(3.2)],
];
foreach ($ways as $way => [$dsn, $ttl, $pass]) {
    group($way, function () use ($factory, $dsn, $ttl, $pass, $threads) {
        $locks = $factory($dsn);
        $lock = $locks->createLock($name = unique(), $ttl);
        same('none before', $threads, threads());
        foreach (['acquire', 'acquire', 'acquireRead'] as $i => $method) {
            same($method, true, $lock->$method());
            same('a thread', $threads + 1, threads());
            $pass();
            same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
            same('for some time', true, $lock->getRemainingLifetime() > 0);
            if ($i) {
                $lock->release();
                same('none any more', true, eventually(fn () => threads() === $threads));
                same('free', false, $lock->isAcquired());
            }
        }
        $lock->acquire();
        unset($lock);
        same('released with the object', true, ($other = $locks->createLock($name, 60.0))->acquire());
        $other->release();
        $lasting = $locks->createLock(unique(), $ttl, false);
        $lasting->acquire();
        unset($lasting);
        same('an object that is gone keeps nothing', $threads, threads());
    });
}

group('asked for by 0, and by nobody', function () use ($factory, $server, $threads) {
    foreach (['', '?keep_alive=0', '?keep_alive=1&keep_alive=0'] as $query) {
        $lock = $factory($server->dsn().$query)->createLock(unique(), 0.3);
        $lock->acquire();
        same("$query: no thread", $threads, threads());
        usleep(400_000);
        same('over', true, $lock->isExpired());
    }
    $lock = $factory($server->dsn().'?keep_alive=1')->createLock(unique(), null);
    $lock->acquire();
    same('a lock without a TTL of its own', $threads, threads());
    $lock->release();
});

group('other stores and constructors', function () use ($factory, $server, $threads) {
    $lock = new Lock(new Key(unique()), new RedisStore($server->dsn().'?keep_alive=1'), 5);
    $lock->acquire();
    same('RedisStore', $threads + 1, threads());
    $lock->release();
    foreach (['flock?keep_alive=1', 'in-memory?keep_alive=1', 'semaphore?keep_alive=1'] as $dsn) {
        $lock = $factory($dsn)->createLock(unique(), 5);
        same($dsn, [true, $threads], [$lock->acquire(), threads()]);
        $lock->release();
    }
    $member = StoreFactory::createStore($server->dsn().'?keep_alive=1');
    $lock = new Lock(new Key(unique()), new CombinedStore([$member], new UnanimousStrategy()), 5);
    $lock->acquire();
    same('not a member of others', $threads, threads());
    $lock->release();
    foreach (['redis://localhost?keep_alive=2', 'flock?keep_alive=yes', 'memcached://localhost?keep_alive='] as $dsn) {
        raises($dsn, InvalidArgumentException::class, '"keep_alive"', fn () => StoreFactory::createStore($dsn));
    }
    class_alias(CountingStore::class, 'Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore');
    same('a store in PHP', CountingStore::class, StoreFactory::createStore('dynamodb://x?keep_alive=0')::class);
    raises('keeps nothing', InvalidArgumentException::class, '"keep_alive"',
        fn () => StoreFactory::createStore('dynamodb://x?keep_alive=1'));
    raises('RedisStore', InvalidArgumentException::class, '"keep_alive"',
        fn () => new RedisStore('redis://localhost?keep_alive=x'));
});

group('lost', function () use ($factory, $server, $redis, $threads) {
    $lock = $factory($server->dsn().'?keep_alive=1')->createLock($name = unique(), 2.0);
    $lock->acquire();
    $redis->call('DEL', $name);
    raises('told', LockLostException::class, "The \"$name\" lock was lost", fn () => compute(5));
    same('and over', [true, $threads], [$lock->isExpired(), threads()]);
    compute(0.4);
    same('acquired again', true, $lock->acquire());
    usleep(2_400_000);
    same('is kept again', true, $lock->isAcquired());
    $redis->call('DEL', $name);
    unset($lock);
    compute(0.5);
    same('who is gone is told nothing', $threads, threads());
});

group('the token of the key is another one', function () use ($server) {
    $kept = [];
    foreach (['keep_alive=1', 'an object'] as $how) {
        // A release whose answer nobody awaits leaves its token behind.
        $store = new RedisStore($server->dsn().'?release=send'.('an object' === $how ? '' : "&$how"));
        [$lock, $other] = [new Lock($key = new Key(unique()), $store, 3.0), new Lock($key, $store, 3.0)];
        $lock->acquire();
        $keep = 'an object' === $how ? new Slock\KeepAlive($lock) : null;
        $other->acquire();
        $other->release();
        same("$how: acquired again", true, $lock->acquire());
        $kept[$how] = [$lock, $keep];
    }
    usleep(4_000_000);
    foreach ($kept as $how => [$lock]) {
        same("$how: kept", [true, false], [$lock->isAcquired(), $lock->isExpired()]);
        $lock->release();
    }
});

group('children', function () use ($factory, $server, $threads) {
    $locks = $factory($server->dsn().'?keep_alive=1');
    $lock = $locks->createLock($name = unique(), 2.0);
    $lock->acquire();
    if (!$child = pcntl_fork()) {
        same('nothing is kept', 1, threads());
        $own = $locks->createLock(unique(), 2.0);
        $own->acquire();
        same('but its own', 2, threads());
        usleep(2_400_000);
        same('which is', true, $own->isAcquired());
        $own->release();
        same('until its release', true, eventually(fn () => 1 === threads()));
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('its parent goes on', [true, $threads + 1], [$lock->isAcquired(), threads()]);
    $copy = clone $lock;
    unset($lock);
    same('of a copy nothing is kept', $threads, threads());
    same('until it acquires', [true, $threads + 1], [$copy->acquire(), threads()]);
});
?>
--EXPECT--
ok: by the thread
ok: by PHP
ok: asked for by 0, and by nobody
ok: other stores and constructors
ok: lost
ok: the token of the key is another one
ok: children
