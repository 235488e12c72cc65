--TEST--
Locks that are lost together are told one after another, each once; also where a closure is slow, throws, or ends all
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$redis = $server->connect();
$factory = new LockFactory(new RedisStore($server->dsn()));

/** So many locks that are kept alive. */
function keep_all(LockFactory $factory, int $count, Closure $on_lost): array
{
    for ($i = 0; $i < $count; ++$i) {
        $lock = $factory->createLock("together$i", 2.0, false);
        $lock->acquire() || print("FAIL: together$i is not free\n");
        $kept[] = [$lock, new KeepAlive($lock, onLost: fn (...$arguments) => $on_lost($i, ...$arguments))];
    }

    return $kept;
}

group('one after another', function () use ($factory, $redis) {
    $told = [];
    $within = $deepest = $threads = 0;
    $kept = keep_all($factory, 300, function (int $i) use (&$told, &$within, &$deepest, &$threads) {
        $deepest = max($deepest, ++$within);
        $told[] = $i;
        $threads = max($threads, threads());
        --$within;
    });
    $before = threads();
    $redis->call('FLUSHALL');
    check('all are told', compute(10, function () use (&$told) {
        return count($told) >= 300;
    }));
    compute(0.1);
    sort($told);
    same('each once', range(0, 299), $told);
    same('not one within another', 1, $deepest);
    check('no more threads than the alarm', $threads <= $before + 1, "$threads threads, $before before");
    same('lost', 300, count(array_filter($kept, fn ($k) => $k[1]->isLost())));
});

group('a slow closure', function () use ($factory, $redis) {
    $told = [];
    $kept = keep_all($factory, 3, function (int $i) use (&$told) {
        compute(0.1);
        $told[] = [$i, count($told)];
        compute(0.1);
    });
    $redis->call('FLUSHALL');
    check('all are told', compute(20, function () use (&$told) {
        return 3 === count($told);
    }));
    same('one after another', [0, 1, 2], array_column($told, 1));
});

group('what a closure throws', function () use ($factory, $redis) {
    $told = [];
    $kept = keep_all($factory, 3, function (int $i) use (&$told) {
        $told[] = $i;
        throw new DomainException("$i");
    });
    $redis->call('FLUSHALL');
    for ($i = 0; $i < 3; ++$i) {
        raises('thrown', DomainException::class, null, fn () => compute(10));
    }
    sort($told);
    same('each once', [0, 1, 2], $told);
});

group('a closure that ends all', function () use ($factory, $redis) {
    $threads = threads();
    $told = 0;
    $kept = keep_all($factory, 3, function () use (&$told, &$ended, &$kept) {
        ++$told;
        array_map(fn ($k) => $k[1]->stop(), $kept);
        $ended ??= $told;
    });
    $redis->call('FLUSHALL');
    check('told', compute(10, function () use (&$ended) {
        return null !== $ended;
    }));
    compute(0.1);
    same('nobody afterwards', $ended, $told);
    same('threads', $threads, threads());
});

group('a closure that ends all and begins again', function () use ($factory, $redis) {
    $told = 0;
    $kept = keep_all($factory, 3, function () use (&$told, &$ended, &$kept, &$again, $factory) {
        if (++$told > 1) {
            return;
        }
        array_map(fn ($k) => $k[1]->stop(), $kept);
        $lock = $factory->createLock('again', 1.0, false);
        $lock->acquire();
        $again = [$lock, new KeepAlive($lock)];
        $ended = $told;
    });
    $redis->call('FLUSHALL');
    check('told', compute(10, function () use (&$ended) {
        return null !== $ended;
    }));
    compute(2);
    same('nobody afterwards', $ended, $told);
    same('what it has begun is kept', [true, false], [$again[0]->isAcquired(), $again[1]->isLost()]);
});
?>
--EXPECT--
ok: one after another
ok: a slow closure
ok: what a closure throws
ok: a closure that ends all
ok: a closure that ends all and begins again
