--TEST--
What a renewal or $onLost does to what is kept alive: stopped, freed or released in the middle of a renewal, it tells no loss; while $onLost runs, or its fiber is suspended, other locks are renewed
--EXTENSIONS--
pcntl
posix
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

/** Whether a loss is told when this is done in the middle of the renewal that finds it. */
function told_after(Closure $in_renewal): bool
{
    $told = false;
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.0);
    $lock->acquire();
    $store->renewed = 0;
    $keep = new KeepAlive($lock, onLost: function () use (&$told) {
        $told = true;
    });
    $store->on_renewal = function () use (&$keep, $lock, $store, $in_renewal) {
        $in_renewal($keep, $lock);
        $store->give_away('r');
    };
    check('renewed', compute(10, fn () => $store->renewed > 0));
    compute(0.1);
    check('once', $store->renewed === 1);

    return $told;
}

group('in the middle of a renewal', function () {
    check('nothing', told_after(fn () => null));
    check('stopped', !told_after(fn ($keep) => $keep->stop()));
    check('released', !told_after(fn ($keep, $lock) => $lock->release()));
    check('freed', !told_after(function (&$keep) {
        $keep = null;
    }));
});

foreach ([false, true] as $suspends) {
    group($suspends ? 'a suspended $onLost' : 'a long $onLost', function () use ($suspends) {
        $other = new Lock(new Key('other'), $others = new CountingStore(), 3.0);
        $other->acquire();
        $others_keep = new KeepAlive($other);
        $store = new CountingStore();
        $lock = new Lock(new Key('r'), $store, 0.3);
        $lock->acquire();
        $store->give_away('r');
        $done = false;
        $keep = new KeepAlive($lock, onLost: function () use ($suspends, $others, &$done) {
            if ($suspends) {
                Fiber::suspend();
            } else {
                $before = $others->renewed;
                check('renewed within', compute(10, fn () => $others->renewed > $before + 1));
            }
            $done = true;
        });
        $fiber = new Fiber(fn () => compute(10, function () use (&$done) {
            return $done;
        }));
        $fiber->start();
        if ($suspends) {
            $before = $others->renewed;
            check('renewed meanwhile', compute(10, fn () => $others->renewed > $before + 1));
            $fiber->resume();
        }
        check('told', $done && $keep->isLost());
        check('not lost', !$others_keep->isLost());
    });
}

foreach (['long' => false, 'suspended' => true] as $how => $suspends) {
    group("a renewal in PHP that is $how", function () use ($suspends) {
        $locks = $keeps = $stores = [];
        foreach (['one', 'two', 'three'] as $name) {
            $stores[] = $store = new CountingStore();
            ($locks[] = $lock = new Lock(new Key($name), $store, 2.0))->acquire();
            $keeps[] = new KeepAlive($lock);
        }
        $within = null;
        $stores[1]->on_renewal = function () use ($suspends, $stores, &$within) {
            $stores[1]->on_renewal = null;
            $before = $stores[0]->renewed + $stores[2]->renewed;
            if ($suspends) {
                $within = true;
                Fiber::suspend();
            } else {
                $within = compute(10, fn () => $stores[0]->renewed + $stores[2]->renewed > $before + 3);
            }
            // Its own lifetime may be over by then.
            $stores[1]->give_away('two');
        };
        $fiber = new Fiber(fn () => compute(10, function () use (&$within) {
            return null !== $within;
        }));
        try {
            $fiber->start();
            if ($suspends) {
                ($late = new Lock(new Key('late'), $lates = new CountingStore(), 2.0))->acquire();
                $keeps[] = new KeepAlive($late);
                compute(4);
                check('one that was begun meanwhile is renewed', $lates->renewed > 3, $lates->renewed);
                check('the others are', min($stores[0]->renewed, $stores[2]->renewed) > 3);
                same('not lost', [false, false, false], array_map(fn ($i) => $keeps[$i]->isLost(), [0, 2, 3]));
                $fiber->resume();
            }
            compute(2);
            check('told', false);
        } catch (LockLostException $e) {
            check('told', str_contains($e->getMessage(), 'two'), $e->getMessage());
        }
        check('others are renewed within', $within);
        compute(1.2);
        same('then', [false, false], [$keeps[0]->isLost(), $keeps[2]->isLost()]);
    });
}

group('renewals that are due at once', function () {
    $at_work = $nested = 0;
    $computes = function () use (&$at_work, &$nested) {
        $nested += $at_work++;
        for ($i = 0; $i < 50000; ++$i) {
        }
        --$at_work;
    };
    $keeps = [];
    foreach (range(1, 5) as $i) {
        $lock = new Lock(new Key("due$i"), $store = new CountingStore(), 2.0);
        $lock->acquire();
        $store->on_renewal = $computes;
        $keeps[] = new KeepAlive($lock);
        $stores[] = $store;
    }
    // No interrupt comes before the last one is due.
    usleep(900000);
    check('each is renewed', compute(10, fn () => min(array_map(fn ($store) => $store->renewed, $stores)) > 0));
    same('within another one', 0, $nested);
});

group('what others have found', function () {
    foreach (['isAcquired', 'refresh'] as $method) {
        // No renewal is near.
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 300.0);
        $lock->acquire();
        $keep = new KeepAlive($lock);
        $store->give_away('r');
        raises("$method: told", LockLostException::class, 'does not have it', function () use ($lock, $method) {
            try {
                $lock->$method();
            } catch (LockConflictedException) {
            }
            compute(10);
        });
        check("$method: known", $keep->isLost());
        check("$method: expired", $lock->isExpired());
    }
});

group('what is thrown within a renewal and is not about it', function () {
    $ways = [
        'another lock is lost' => function (CountingStore $other) {
            $other->give_away('other');
            raises('refused', LockConflictedException::class, null, fn () => $GLOBALS['other']->refresh());
        },
        'a handler throws' => fn () => posix_kill(getmypid(), SIGUSR1),
    ];
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, fn () => throw new DomainException('by the handler'));
    foreach ($ways as $what => $do) {
        $GLOBALS['other'] = new Lock(new Key('other'), $store = new CountingStore(), 300.0);
        $GLOBALS['other']->acquire();
        $keep_other = new KeepAlive($GLOBALS['other']);
        $lock = new Lock(new Key('r'), $renewed = new CountingStore(), 0.9);
        $lock->acquire();
        $renewed->on_renewal = function (CountingStore $of) use ($do, $store) {
            $of->on_renewal = null;
            $do($store);
            compute(0.1);
        };
        $keep = new KeepAlive($lock);
        raises(
            "$what: comes out",
            'a handler throws' === $what ? DomainException::class : LockLostException::class,
            null,
            fn () => compute(5),
        );
        same("$what: the renewal has succeeded", 2, $renewed->renewed);
        check("$what: kept", !$keep->isLost() && !$lock->isExpired());
        unset($keep, $keep_other);
    }
    pcntl_signal(SIGUSR1, SIG_DFL);
});

group('also when that has ended the renewal', function () {
    pcntl_signal(SIGUSR1, function () {
        $GLOBALS['ends']();
        throw new DomainException('by the handler');
    });
    $ends = ['stopped' => fn ($keep, $lock) => $keep->stop(), 'released' => fn ($keep, $lock) => $lock->release()];
    foreach ($ends as $how => $end) {
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 0.6);
        $lock->acquire();
        $keep = new KeepAlive($lock);
        $GLOBALS['ends'] = fn () => $end($keep, $lock);
        $store->on_renewal = function (CountingStore $of) {
            $of->on_renewal = null;
            posix_kill(getmypid(), SIGUSR1);
            compute(0.1);
        };
        raises("$how: comes out", DomainException::class, 'by the handler', fn () => compute(3));
        $other = new Lock(new Key('other'), $others = new CountingStore(), 300.0);
        $other->acquire();
        $keep_other = new KeepAlive($other);
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 0.6);
        $lock->acquire();
        $keep = new KeepAlive($lock);
        $store->on_renewal = function (CountingStore $of) use ($end, $keep, $lock, $other, $others) {
            $of->on_renewal = null;
            $end($keep, $lock);
            $others->give_away('other');
            $other->isAcquired();
            compute(0.1);
        };
        raises("$how: another loss is told", LockLostException::class, 'other', fn () => compute(3));
        unset($keep, $keep_other);
    }
    pcntl_signal(SIGUSR1, SIG_DFL);
});

group('all that is thrown within one renewal comes out', function () {
    pcntl_signal(SIGUSR1, fn () => throw new DomainException('by the first handler'));
    pcntl_signal(SIGUSR2, fn () => throw new LengthException('by the second handler'));
    $ways = [
        'two handlers' => [['DomainException', 'LengthException'], function () {
            posix_kill(getmypid(), SIGUSR1);
            compute(0.1);
            posix_kill(getmypid(), SIGUSR2);
            compute(0.1);
        }],
        'a handler, and an error of the store' => [['DomainException', 'TypeError'], function () {
            posix_kill(getmypid(), SIGUSR1);
            compute(0.1);
            throw new TypeError('a bug');
        }],
    ];
    foreach ($ways as $what => [$classes, $does]) {
        $lock = new Lock(new Key('r'), $store = new CountingStore(), 0.6);
        $lock->acquire();
        $keep = new KeepAlive($lock);
        $store->on_renewal = function (CountingStore $of) use ($does) {
            $of->on_renewal = null;
            $does();
        };
        $got = [];
        try {
            try {
                compute(3);
            } finally {
                $keep->stop();
            }
        } catch (Throwable $e) {
            for (; $e; $e = $e->getPrevious()) {
                $got[] = $e::class;
            }
        }
        sort($got);
        same($what, $classes, $got);
    }
    pcntl_signal(SIGUSR1, SIG_DFL);
    pcntl_signal(SIGUSR2, SIG_DFL);
});

/** A store that does not let go. */
final class NotLettingGo extends CountingStore
{
    public function delete(Key $key): void
    {
        throw new LockReleasingException('no server');
    }
}

group('renewals that take long and fail', function () {
    // The one that was made last is the first in the list.
    $kept = new Lock(new Key('kept'), new CountingStore(), 2.0);
    $kept->acquire();
    $keeps = [$first = new KeepAlive($kept, onLost: fn () => null)];
    $fails = function () {
        usleep(60000);
        throw new LockStorageException('no server');
    };
    foreach (range(1, 12) as $i) {
        $lock = new Lock(new Key("slow$i"), $store = new CountingStore(), 2.0);
        $lock->acquire();
        $store->on_renewal = $fails;
        $keeps[] = new KeepAlive($lock, onLost: fn () => null);
    }
    compute(2.5);
    check('leave time for others', !$first->isLost());
});

group('a release that fails', function () {
    $lock = new Lock(new Key('r'), $store = new NotLettingGo(), 1.0, false);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    raises('fails', LockReleasingException::class, null, fn () => $lock->release());
    $renewed = $store->renewed;
    compute(0.6);
    same('ends the renewals', $renewed, $store->renewed);
    check('and is no loss', !$keep->isLost());
});

group("in a transaction of the user's", function () {
    $directory = temporary_directory();
    $pdo = new PDO("sqlite:$directory/table");
    $lock = new Lock(new Key('r'), new PdoStore($pdo), 3.0);
    $lock->acquire();
    $ends = fn () => (float) $pdo->query('SELECT key_expiration FROM lock_keys')->fetchColumn();
    $before = $ends();
    $keep = new KeepAlive($lock);
    $pdo->beginTransaction();
    compute(1.5);
    same('not renewed', $before, $ends());
    $pdo->rollBack();
    check('renewed after it', compute(10, fn () => $ends() > $before));
    check('held', !$keep->isLost() && $lock->isAcquired());
    $lock->refresh();
    $pdo->beginTransaction();
    $lock->refresh();
    check('who asks for it in there gets it', $pdo->rollBack());
});
?>
--EXPECT--
ok: in the middle of a renewal
ok: a long $onLost
ok: a suspended $onLost
ok: a renewal in PHP that is long
ok: a renewal in PHP that is suspended
ok: renewals that are due at once
ok: what others have found
ok: what is thrown within a renewal and is not about it
ok: also when that has ended the renewal
ok: all that is thrown within one renewal comes out
ok: renewals that take long and fail
ok: a release that fails
ok: in a transaction of the user's
