--TEST--
Locks that are kept alive, or waited for, and what the key is granted meanwhile: after a lifetime that ran out unheard, by another Lock, a handler or another fiber
--EXTENSIONS--
pcntl
posix
redis
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
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** A client in the middle of whose command something else is done, where the engine hears of nothing. */
final class Interposed extends Redis
{
    public ?Closure $first = null;

    public function evalSha($sha, $args = [], $num_keys = 0): mixed
    {
        [$first, $this->first] = [$this->first, null];
        $first && $first();

        return parent::evalSha($sha, $args, $num_keys);
    }
}

/** A logger in which the engine looks for interrupts. */
final class Busy extends Recorder
{
    public function log($level, $message, array $context = []): void
    {
        compute(0.05);
    }
}

$server = new OwnRedis();
$dsn = fn (string $more = '') => new RedisStore($server->dsn().'?timeout=5&read_timeout=5'.$more);
$client = function (Redis $redis) use ($server) {
    $redis->connect('127.0.0.1', $server->port);

    return new RedisStore($redis);
};
pcntl_async_signals(true);

group('the lifetime ran out, unheard, and then it is acquired', function () use ($client, $dsn) {
    $lock = new Lock(new Key($name = unique()), $client(new Redis()), 0.8, false);
    $lock->acquire();
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    $outer = new Lock(new Key(unique()), $client($busy = new Interposed()), 60.0);
    $busy->first = function () use ($lock, $name, $dsn) {
        usleep(1_200_000);
        $other = new Lock(new Key($name), $dsn(), 60.0);
        same('another owner was there', true, $other->acquire());
        $other->release();
        same('acquired', true, $lock->acquire());
    };
    $outer->acquire();
    compute(0.1);
    same('told', [1, true], [$told, $keep->isLost()]);
    same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    $lock->release();
});

group('stopped for longer than that, and then it is acquired', function () use ($dsn) {
    // By the thread, which may wake up later than PHP.
    for ($missed = $i = 0; $i < 5; ++$i) {
        $lock = new Lock(new Key($name = unique()), $dsn(), 0.3, false);
        $lock->acquire();
        $told = 0;
        $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
        $stopped = getmypid();
        if (!$child = pcntl_fork()) {
            usleep(50_000);
            posix_kill($stopped, SIGSTOP);
            usleep(600_000);
            $other = new Lock(new Key($name), $dsn(), 60.0, false);
            $was = $other->acquire();
            $other->release();
            posix_kill($stopped, SIGCONT);
            posix_kill(getmypid(), $was ? SIGKILL : SIGTERM);
        }
        for ($end = now() + 5; now() < $end && !$told;) {
            usleep(2000);
            outcome(fn () => $lock->acquire());
            if (0 < pcntl_waitpid($child, $status, WNOHANG)) {
                outcome(fn () => $lock->acquire());
                break;
            }
        }
        $told || pcntl_waitpid($child, $status, WNOHANG);
        compute(0.1);
        $missed += !$told;
        $keep->stop();
        outcome(fn () => $lock->release());
    }
    same('not told', 0, $missed);
});

foreach ([false, true] as $third) {
    $what = 'the end of a Lock that is lost'.($third ? ', with a third one on another store' : '');
    group($what, function () use ($dsn, $third) {
        $store = $dsn();
        $lost = new Lock($key = new Key($name = unique()), $store, 60.0);
        $lost->acquire();
        $told = 0;
        $keep = new KeepAlive($lost, maxLifetime: 0.05, onLost: function () use (&$told) { ++$told; });
        check('lost', compute(10, function () use (&$told) { return $told > 0; }));
        $holder = new Lock($key, $store, 60.0, false);
        same('held by another Lock', true, $holder->acquire());
        if ($third) {
            $files = new Lock($key, new FlockStore(temporary_directory()), 60.0);
            same('and on files', true, $files->acquire());
        }
        unset($keep, $lost);
        $next = new Lock(new Key($name), $dsn(), 1.0, false);
        same('releases nothing of the other one', [true, false], [$holder->isAcquired(), $next->acquire()]);
        $holder->release();
    });
}

group('a wait that a handler leaves by an exception, when another Lock has acquired it', function () use ($dsn) {
    $store = $dsn();
    $owner = new Lock(new Key($name = unique()), $dsn(), 60.0, false);
    $owner->acquire();
    $key = new Key($name);
    [$lock, $waiter] = [new Lock($key, $store, 1.2, false), new Lock($key, $store, 1.2, false)];
    pcntl_signal(SIGALRM, function () use ($owner, $lock) {
        $owner->release();
        same('acquired', true, $lock->acquire());
        throw new DomainException('enough');
    });
    pcntl_alarm(1);
    raises('left', DomainException::class, 'enough', fn () => $waiter->acquire(true, 5.0));
    between('a lifetime is known', 0.3, 1.2, $lock->getRemainingLifetime());
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    compute(2.0);
    same('and kept', [0, true, false], [$told, $lock->isAcquired(), $lock->isExpired()]);
    unset($keep);
    $lock->release();
});

group('and when it has been refreshed by itself', function () use ($dsn) {
    $ways = [
        'a store' => fn () => $dsn(),
        'RetryTillSaveStore' => fn () => new RetryTillSaveStore($dsn(), 5000),
        'a quorum behind it' => fn () => new RetryTillSaveStore(
            new CombinedStore([$dsn()], new ConsensusStrategy()),
            5000,
        ),
    ];
    foreach ($ways as $way => $make) {
        $lock = new Lock(new Key($name = unique()), $make(), 1.5, false);
        $other = new Lock(new Key($name), $dsn(), 60.0, false);
        same("$way: another owner", true, $other->acquire());
        pcntl_signal(SIGALRM, function () use ($lock, $other, $way) {
            $other->release();
            same("$way: acquired", true, $lock->acquire());
            $lock->refresh(60.0);
            throw new DomainException('enough');
        });
        pcntl_alarm(1);
        raises("$way: left", DomainException::class, 'enough', fn () => $lock->acquire(true, 20.0));
        between("$way: its lifetime", 50, 60, $lock->getRemainingLifetime());
        same("$way: held", [true, false], [$lock->isAcquired(), $lock->isExpired()]);
        $lock->release();
    }
    $lock = new Lock(new Key($name = unique()), $dsn(), 1.5, false);
    $reader = new Lock(new Key($name), $dsn(), 60.0, false);
    $lock->acquireRead();
    $reader->acquireRead();
    pcntl_signal(SIGALRM, function () use ($lock) {
        $lock->refresh(60.0);
        throw new DomainException('enough');
    });
    pcntl_alarm(1);
    raises('a reader: left', DomainException::class, 'enough', fn () => $lock->acquire(true, 5.0));
    between('a reader: its lifetime', 50, 60, $lock->getRemainingLifetime());
    same('a reader: held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    $lock->release();
    $reader->release();
    pcntl_signal(SIGALRM, SIG_DFL);
});

group('keep_alive=1 and a logger: acquired while the lifetime runs out', function () use ($dsn, $server) {
    $lock = new Lock(new Key(unique()), $dsn('&keep_alive=1'), 1.5, false);
    $lock->setLogger(new Busy());
    same('acquired', true, $lock->acquire());
    $server->signal(SIGSTOP);
    if (!$child = pcntl_fork()) {
        usleep(2_000_000);
        $server->signal(SIGCONT);
        posix_kill(getmypid(), SIGKILL);
    }
    usleep(1_200_000);
    same('and again', 'true', outcome(fn () => $lock->acquire()));
    pcntl_waitpid($child, $status);
    same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    compute(3);
    same('and kept', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    $lock->release();
});

group('a renewal that was refused before another fiber has acquired the lock', function () {
    $store = new CountingStore();
    $lock = new Lock($key = new Key('r'), $store, 3.0);
    $lock->acquire();
    $store->renewed = 0;
    $told = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    $store->on_renewal = function (CountingStore $store) {
        $store->on_renewal = null;
        $store->give_away('r');
        Fiber::suspend();
        throw new Symfony\Component\Lock\Exception\LockConflictedException();
    };
    $fiber = new Fiber(fn () => compute(10, fn () => $store->renewed > 0));
    $fiber->start();
    check('it is being renewed', $fiber->isSuspended());
    $store->set_free('r');
    same('acquired again', true, $lock->acquire());
    $fiber->resume();
    compute(0.1);
    same('told', [1, true], [$told, $keep->isLost()]);
    same('held', [true, false], [$lock->isAcquired(), $lock->isExpired()]);
    unset($keep, $lock);
    same('released with it', false, $store->exists($key));
});

/** A fiber that is suspended within a renewal, which is refused when it goes on; the lock is free by then. */
function refused_in_a_fiber(CountingStore $store): Fiber
{
    $store->renewed = 0;
    $store->on_renewal = function (CountingStore $store) {
        $store->on_renewal = null;
        $store->give_away('r');
        Fiber::suspend();
        throw new Symfony\Component\Lock\Exception\LockConflictedException();
    };
    $fiber = new Fiber(fn () => compute(10, fn () => $store->renewed > 0));
    $fiber->start();
    check('it is being renewed', $fiber->isSuspended());
    $store->set_free('r');

    return $fiber;
}

group('by the same Lock, which a new KeepAlive keeps', function () {
    foreach (['in time' => 0, 'after its time' => 1_800_000] as $when => $late) {
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 1.6);
        $lock->acquire();
        $told = ['old' => 0, 'older' => 0, 'new' => 0];
        $keeps = [];
        foreach (['old', 'older'] as $which) {
            $keeps[] = new KeepAlive($lock, onLost: function () use (&$told, $which) { ++$told[$which]; });
        }
        $fiber = refused_in_a_fiber($store);
        usleep($late);
        same("$when: acquired again", true, $lock->acquire());
        $new = new KeepAlive($lock, onLost: function () use (&$told) { ++$told['new']; });
        $fiber->resume();
        between("$when: its lifetime", 0.2, 1.6, $lock->getRemainingLifetime());
        compute(2.5);
        same("$when: told", ['old' => 1, 'older' => 1, 'new' => 0], $told);
        same("$when: kept", [true, false, false], [$lock->isAcquired(), $lock->isExpired(), $new->isLost()]);
        unset($keeps, $new);
        $lock->release();
    }
});

group('and that has lost it again', function () {
    $lock = new Lock(new Key('r'), $store = new CountingStore(), 3.0, false);
    $lock->acquire();
    $keep = new KeepAlive($lock, onLost: fn () => null);
    $fiber = refused_in_a_fiber($store);
    $lock->acquire();
    $told = 0;
    $new = new KeepAlive($lock, onLost: function () use (&$told) { ++$told; });
    $store->give_away('r');
    [$lock->isAcquired(), $fiber->resume()];
    compute(0.5);
    same('told', [1, true], [$told, $new->isLost()]);
});

group('what is found lost while another loss is told, in a child', function () {
    $lock = new Lock(new Key('r'), $store = new CountingStore(), 300.0, false);
    $lock->acquire();
    $second = null;
    $first = new KeepAlive($lock, onLost: function () use (&$second) {
        compute(0.1);
        if (!$child = pcntl_fork()) {
            $other = new Lock(new Key('other'), new CountingStore(), 300.0, false);
            $other->acquire();
            $own = new KeepAlive($other);
            posix_kill(getmypid(), $second->isLost() && !$own->isLost() ? SIGKILL : SIGTERM);
        }
        pcntl_waitpid($child, $status);
        same('stays lost', SIGKILL, pcntl_wtermsig($status));
    });
    $second = new KeepAlive($lock, onLost: fn () => null);
    $store->give_away('r');
    $lock->isAcquired();
    compute(0.3);
    same('and is told here', [true, true], [$first->isLost(), $second->isLost()]);
});

group('what is set aside until a renewal has ended goes with the request', function () use ($server) {
    // Where memory that is freed twice is seen: ./dev asan, ./dev valgrind.
    $child = Child::start('require '.var_export(__DIR__.'/keep.inc', true).';'.<<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        final class Held extends Exception { public ?Lock $lock = null; }
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use ($argv) {
            $e = new Held();
            $store = new Symfony\Component\Lock\Store\RedisStore("$argv[1]?keep_alive=1");
            $e->lock = new Lock(new Key('kept'), $store, 60.0);
            $e->lock->acquire();
            throw $e;
        });
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 0.6);
        $lock->acquire();
        $keep = new Slock\KeepAlive($lock);
        $store->on_renewal = function () {
            posix_kill(getmypid(), SIGUSR1);
            compute(0.05);
            echo 'in the middle';
            exit;
        };
        compute(5);
        CODE, extensions: ['pcntl', 'posix'], arguments: [$server->dsn()]);
    same('ends', 'in the middle', $child->finish());
    same('as it should', 0, $child->exit);
});
?>
--EXPECT--
ok: the lifetime ran out, unheard, and then it is acquired
ok: stopped for longer than that, and then it is acquired
ok: the end of a Lock that is lost
ok: the end of a Lock that is lost, with a third one on another store
ok: a wait that a handler leaves by an exception, when another Lock has acquired it
ok: and when it has been refreshed by itself
ok: keep_alive=1 and a logger: acquired while the lifetime runs out
ok: a renewal that was refused before another fiber has acquired the lock
ok: by the same Lock, which a new KeepAlive keeps
ok: and that has lost it again
ok: what is found lost while another loss is told, in a child
ok: what is set aside until a renewal has ended goes with the request
