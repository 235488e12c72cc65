--TEST--
What was lost stays lost for those that it was lost to, whatever other Locks on the key, later operations and other closures do
--EXTENSIONS--
pcntl
posix
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\StrategyInterface;

/** Does what it is asked to, and can keep the answers to itself. */
class LossyRedis extends Redis
{
    public bool $lossy = false;

    public function evalSha($sha, $arguments = [], $keys = 0): mixed
    {
        return $this->answer(parent::evalSha($sha, $arguments, $keys));
    }

    public function rawCommand($command, ...$arguments): mixed
    {
        return $this->answer(parent::rawCommand($command, ...$arguments));
    }

    private function answer(mixed $answer): mixed
    {
        return $this->lossy ? throw new RedisException('read error on connection') : $answer;
    }
}

/** Runs what it is given within the next operation: interrupts wait until the end of that. */
class BusyRedis extends Redis
{
    public ?Closure $within = null;

    public function evalSha($sha, $arguments = [], $keys = 0): mixed
    {
        if ($within = $this->within) {
            $this->within = null;
            $within();
        }

        return parent::evalSha($sha, $arguments, $keys);
    }
}

/** The members that most have, but nobody knows that of it. */
class Most implements StrategyInterface
{
    public function isMet(int $successes, int $all): bool
    {
        return 2 * $successes > $all;
    }

    public function canBeMet(int $failures, int $all): bool
    {
        return 2 * $failures < $all;
    }
}

$ports = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'));
$dsn = fn (int $at = 0) => new RedisStore("redis://127.0.0.1:$ports[$at]");
$client = function (Redis $redis = new Redis()) use ($ports) {
    $redis->connect('127.0.0.1', (int) $ports[0]);

    return new RedisStore($redis);
};
$quorum = fn (StrategyInterface $strategy = new ConsensusStrategy()) => new CombinedStore(
    array_map($dsn, range(0, 2)),
    $strategy,
);
$lock_of = fn (object $store, Key|string $key, float $ttl = 60.0) => new Lock(
    is_string($key) ? new Key($key) : $key,
    $store,
    $ttl,
    false,
);
/** As if the servers had lost it. */
$forget = function (string $resource) use ($ports) {
    foreach ($ports as $port) {
        (new Resp("tcp://127.0.0.1:$port"))->call('DEL', $resource);
    }
};
$count = function (&$told) {
    $told = 0;

    return function () use (&$told) { ++$told; };
};
$is_told = function (&$told) { return function () use (&$told) { return (bool) $told; }; };

group('a refused acquire() brings no lifetime back', function () use ($dsn, $client, $lock_of, $forget, $count) {
    foreach ([$dsn(), $client()] as $store) {
        $lock = $lock_of($store, $resource = unique());
        same('acquire', true, $lock->acquire());
        $keep = new KeepAlive($lock, onLost: $count($told));
        $forget($resource);
        $owner = $lock_of($dsn(), $resource);
        same('of another owner', [true, false, false], [$owner->acquire(), $lock->isAcquired(), $lock->acquire()]);
        compute(5, function () use (&$told) { return 1 === $told; });
        same('lost', [1, true, true], [$told, $keep->isLost(), $lock->isExpired()]);
        $owner->release();
    }
});

group('nor one of two that keep it', function () use ($dsn, $client, $lock_of, $forget, $count, $is_told) {
    foreach ([$dsn(), $client()] as $store) {
        $lock = $lock_of($store, $resource = unique());
        same('acquire', true, $lock->acquire());
        $first = new KeepAlive($lock, maxLifetime: 0.1, onLost: $count($told));
        $second = new KeepAlive($lock, onLost: $count($also));
        check('told', compute(5, $is_told($told)));
        same('expired', true, $lock->isExpired());
        $forget($resource);
        $owner = $lock_of($dsn(), $resource);
        same('another owner', [true, false], [$owner->acquire(), $lock->acquire()]);
        same('lost', [true, true, true], [$lock->isExpired(), $first->isLost(), $second->isLost()]);
        $owner->release();
    }
});

group('the end of one that is lost', function () use ($dsn, $client, $quorum, $lock_of, $forget, $count, $is_told) {
    foreach ([[$dsn(), true], [$dsn(), false], [$client(), false], [$quorum(), false]] as [$store, $forgotten]) {
        $lost = new Lock($key = new Key($resource = unique()), $store, $forgotten ? 1.5 : 60.0);
        same('acquire', true, $lost->acquire());
        $keep = new KeepAlive($lost, maxLifetime: $forgotten ? null : 0.1, onLost: $count($told));
        $forgotten && $forget($resource);
        check('told', compute(5, $is_told($told)));
        $lock = $lock_of($store, $key);
        same('acquired by another Lock', true, $lock->acquire());
        unset($keep, $lost);
        same('is left to that', [true, false], [$lock->isAcquired(), $lock_of($store, $resource)->acquire()]);
        $lock->release();
    }
});

group('the end of one that a quorum has given back', function () use ($dsn, $quorum, $lock_of, $count, $is_told) {
    $store = $quorum();
    $lost = new Lock($key = new Key($resource = unique()), $store, 60.0);
    $lock = $lock_of($store, $key);
    $reader = $lock_of($store, $resource);
    same('readers', [true, true], [$lost->acquireRead(), $reader->acquireRead()]);
    $keep = new KeepAlive($lost, onLost: $count($told));
    same('refused', false, $lock->acquire());
    check('told', compute(5, $is_told($told)));
    $reader->release();
    same('acquired', true, $lock->acquire());
    unset($keep, $lost);
    same('is left', [true, false], [$lock->isAcquired(), $lock_of($store, $resource)->acquire()]);
    $lock->release();
});

group('a strategy of the user', function () use ($quorum, $lock_of) {
    $store = $quorum(new Most());
    $lost = new Lock($key = new Key($resource = unique()), $store, 60.0);
    $lock = $lock_of($store, $key);
    $reader = $lock_of($store, $resource);
    same('readers', [true, true], [$lost->acquireRead(), $reader->acquireRead()]);
    same('refused', [false, true], [$lost->acquire(), $lost->isExpired()]);
    $reader->release();
    same('acquired', true, $lock->acquire());
    unset($lost);
    same('is left', true, $lock->isAcquired());
    $lock->release();
});

group('what another quorum refuses', function () use ($dsn, $lock_of) {
    foreach ([[], [new RedisStore('redis://127.0.0.1:1?timeout=0.2')]] as $unreachable) {
        $others = new CombinedStore([$dsn(1), $dsn(2), ...$unreachable], new ConsensusStrategy());
        $owner = $lock_of($others, $resource = unique());
        $lock = $lock_of($dsn(), $key = new Key($resource));
        same('acquire', [true, true], [$owner->acquire(), $lock->acquire()]);
        // A quorum that does not wait for all answers has another token for each attempt.
        foreach ($unreachable ? [1, 2] : [1] as $_) {
            same('refused', false, $lock_of($others, $key)->acquire());
            same('is held', [false, true], [$lock->isExpired(), $lock->isAcquired()]);
        }
        $lock->release();
        same('can be had', true, $lock_of($dsn(), $resource, 1.0)->acquire());
        $owner->release();
    }
});

group('who has released before takes no other lock away', function () use ($quorum, $lock_of) {
    $store = $quorum();
    $first = $lock_of($store, $key = new Key($resource = unique()));
    $second = $lock_of($store, $key);
    $reader = $lock_of($store, $resource);
    same('released', [true, null], [$second->acquireRead(), $second->release()]);
    same('readers', [true, true], [$first->acquireRead(), $reader->acquireRead()]);
    same('refused, and given back', [false, true, false], [
        $second->acquire(),
        $first->isExpired(),
        $first->isAcquired(),
    ]);
    $reader->release();
});

group('acquired again before it was told', function () use ($dsn, $client, $lock_of, $forget, $count) {
    foreach ([$dsn(), $client()] as $store) {
        $lock = $lock_of($store, $resource = unique());
        same('acquire', true, $lock->acquire());
        $keep = new KeepAlive($lock, onLost: $count($told));
        $forget($resource);
        same('lost, and not', [false, true], [$lock->isAcquired(), $lock->acquire()]);
        compute(5, function () use (&$told) { return 1 === $told; });
        same('told', [1, true], [$told, $keep->isLost()]);
        same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
        $lock->release();
    }
});

group('a shorter end that nobody has answered for', function () use ($client, $lock_of, $count) {
    $lock = $lock_of($client($redis = new LossyRedis()), $resource = unique());
    same('acquire', true, $lock->acquire());
    $keep = new KeepAlive($lock, 1.5, onLost: $count($told));
    $redis->lossy = true;
    check('fails', str_contains(outcome(fn () => $lock->refresh(1.5)), 'LockAcquiring'));
    $redis->lossy = false;
    compute(2.5);
    same('is renewed', [0, false, false], [$told, $keep->isLost(), $lock->isExpired()]);
    same('held', false, $lock_of($client(), $resource)->acquire());
    $lock->release();
});

group('a shorter end that a handler has asked for during a wait', function () use ($dsn, $lock_of) {
    $lock = $lock_of($dsn(), $resource = unique());
    $reader = $lock_of($dsn(), $resource);
    same('readers', [true, true], [$lock->acquireRead(), $reader->acquireRead()]);
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => $lock->refresh(0.8));
    pcntl_alarm(1);
    same('refused, and over', [false, true], [$lock->acquire(true, 2.5), $lock->isExpired()]);
    $reader->release();
});

group('found held again through another Lock', function () use ($dsn, $lock_of, $forget, $count) {
    $first = $lock_of($store = $dsn(), $key = new Key($resource = unique()));
    $second = $lock_of($store, $key);
    same('acquire', true, $first->acquire());
    $forget($resource);
    same('held again', [false, true, true], [$first->isAcquired(), $second->acquire(), $first->isAcquired()]);
    $keep = new KeepAlive($first, onLost: $count($told));
    compute(0.05);
    same('not lost', [0, false], [$told, $keep->isLost()]);
    $first->release();
});

group('nobody interrupts a closure that is told', function () use ($client, $lock_of, $forget) {
    $lock = $lock_of($client(), $resource = unique());
    same('acquire', true, $lock->acquire());
    $log = [];
    $say = function ($name) use (&$log) { return function () use (&$log, $name) {
        $log[] = "$name begins";
        compute(0.05);
        $log[] = "$name ends";
    }; };
    $keepers = [new KeepAlive($lock, onLost: $say('one')), new KeepAlive($lock, onLost: $say('two'))];
    $keepers[] = new KeepAlive($lock);
    $forget($resource);
    $thrown = [];
    for ($i = 0; $i < 2; ++$i) {
        try {
            $lock->isAcquired();
            compute(0.5);
        } catch (Slock\Exception\LockLostException) {
            $thrown[] = count($log) % 2;
        }
    }
    same('thrown once, within none', [0], $thrown);
    same('one after another', ['one begins', 'one ends', 'two begins', 'two ends'], $log);
});

group('found held again before it was told', function () use ($client, $lock_of, $forget, $count) {
    foreach ([false, true] as $by_itself) {
        $first = $lock_of($store = $client(), $key = new Key($resource = unique()));
        $second = $lock_of($store, $key);
        same('acquire', true, $first->acquire());
        $keep = new KeepAlive($first, onLost: $count($told));
        $busy = new BusyRedis();
        $other = $lock_of($client($busy), unique());
        $busy->within = function () use ($first, $second, $forget, $resource, $by_itself) {
            $forget($resource);
            same('lost', false, $first->isAcquired());
            same('and held', [true, true], [($by_itself ? $first : $second)->acquire(), $first->isAcquired()]);
        };
        same('within that', true, $other->acquire());
        compute(5, function () use (&$told) { return 1 === $told; });
        same('told', [1, true], [$told, $keep->isLost()]);
        $first->release();
        $other->release();
    }
});

group('acquired before the thread was heard', function () use ($dsn, $client, $lock_of, $forget, $count) {
    $lock = new Lock(new Key($resource = unique()), $dsn(), 0.9);
    same('acquire', true, $lock->acquire());
    $keep = new KeepAlive($lock, onLost: $count($told));
    $forget($resource);
    $other = $lock_of($client($busy = new BusyRedis()), unique());
    $busy->within = function () use ($lock) {
        usleep(500_000);
        same('acquired', true, $lock->acquire());
    };
    same('within that', true, $other->acquire());
    compute(5, function () use (&$told) { return 1 === $told; });
    same('told', [1, true, false], [$told, $keep->isLost(), $lock->isExpired()]);
    unset($keep, $lock);
    same('released at its end', true, $lock_of($dsn(), $resource, 1.0)->acquire());
});

group('RetryTillSaveStore in front', function () use ($dsn, $lock_of, $forget, $count) {
    $inner = $dsn();
    foreach ([new RetryTillSaveStore($inner, 50, 20), $inner] as $store) {
        $lock = $lock_of($store, $key = new Key($resource = unique()), 3.0);
        same('acquire', true, $lock->acquire());
        $keep = new KeepAlive($lock, onLost: $count($told));
        $forget($resource);
        $owner = $lock_of($inner, $resource);
        same('another owner', true, $owner->acquire());
        same('refused', false, $lock_of(new RetryTillSaveStore($inner, 50, 100), $key)->acquire(true, 1.8));
        same('lost', [1, true, true], [$told, $keep->isLost(), $lock->isExpired()]);
        $owner->release();
    }
});

group('given back through another store of the same servers', function () use ($quorum, $lock_of) {
    foreach ([new RetryTillSaveStore($inner = $quorum(), 10, 2), $quorum()] as $store) {
        $lock = $lock_of($inner, $key = new Key($resource = unique()));
        $reader = $lock_of($quorum(), $resource);
        same('readers', [true, true], [$lock->acquireRead(), $reader->acquireRead()]);
        same('given back', [false, true], [$lock_of($store, $key)->acquire(), $lock->isExpired()]);
        $reader->release();
    }
});

group('a longer lifetime that a handler has asked for during a wait', function () use ($dsn, $lock_of) {
    $lock = $lock_of($dsn(), $resource = unique(), 3.0);
    $reader = $lock_of($dsn(), $resource);
    same('readers', [true, true], [$lock->acquireRead(), $reader->acquireRead()]);
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => $lock->refresh(60.0));
    pcntl_alarm(1);
    same('refused', false, $lock->acquire(true, 2.0));
    between('seconds left', 30, 60, $lock->getRemainingLifetime());
    $reader->release();
    $lock->release();
});

group('closures in fibers', function () use ($client, $lock_of, $forget) {
    $keep = function (string $name, bool $suspends) use (&$log, $client, $lock_of) {
        $lock = $lock_of($client(), $resource = unique());
        same('acquire', true, $lock->acquire());
        $on_lost = function () use (&$log, $name, $suspends) {
            $log[] = $name;
            $suspends && Fiber::suspend();
            $log[] = "$name ends";
        };

        return [$resource, $lock, new KeepAlive($lock, onLost: $on_lost)];
    };
    $lose = function (array $kept) use ($forget) {
        $forget($kept[0]);
        $kept[1]->isAcquired();
        compute(0.05);
    };
    $log = [];
    $kept = [$keep('a', true), $keep('b', true), $keep('c', false), $keep('d', false)];
    $first = new Fiber(function () use ($lose, $kept) {
        $lose($kept[0]);
        Fiber::suspend();
        $lose($kept[3]);
    });
    $second = new Fiber(fn () => $lose($kept[1]));
    $first->start();
    $second->start();
    $lose($kept[2]);
    same('others are told meanwhile', ['a', 'b', 'c', 'c ends'], $log);
    $first->resume();
    $second->resume();
    $first->resume();
    same('and afterwards', ['a ends', 'b ends', 'd', 'd ends'], array_slice($log, 4));
});
?>
--EXPECT--
ok: a refused acquire() brings no lifetime back
ok: nor one of two that keep it
ok: the end of one that is lost
ok: the end of one that a quorum has given back
ok: a strategy of the user
ok: what another quorum refuses
ok: who has released before takes no other lock away
ok: acquired again before it was told
ok: a shorter end that nobody has answered for
ok: a shorter end that a handler has asked for during a wait
ok: found held again through another Lock
ok: nobody interrupts a closure that is told
ok: found held again before it was told
ok: acquired before the thread was heard
ok: RetryTillSaveStore in front
ok: given back through another store of the same servers
ok: a longer lifetime that a handler has asked for during a wait
ok: closures in fibers
