--TEST--
A lock that was kept alive and is lost is told once, by $onLost or a LockLostException where PHP runs, and is never renewed or taken again
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockInterface;
use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** A lock that is kept alive; on a busy machine, too, until it is renewed for the first time. */
function kept(CountingStore $store, float $ttl = 1.5, mixed ...$arguments): array
{
    $lock = new Lock(new Key('r'), $store, $ttl);
    $lock->acquire();

    return [$lock, new KeepAlive($lock, ...$arguments)];
}

group('to another owner', function () {
    [$lock, $keep] = kept($store = new CountingStore());
    $store->give_away('r');
    raises(
        'thrown',
        LockLostException::class,
        'The "r" lock was lost: its store says that this owner does not have it.',
        fn () => compute(10),
    );
    check('lost', $keep->isLost() && $lock->isExpired());
    $renewed = $store->renewed;
    check('once, and not renewed again', !compute(0.8, fn () => $store->renewed > $renewed));
    check(
        'one of the exceptions of the component',
        is_subclass_of(LockLostException::class, ExceptionInterface::class),
    );
});

group('told to a closure', function () {
    $calls = [];
    [$lock, $keep] = kept($store = new CountingStore(), onLost: function (...$arguments) use (&$calls, &$keep) {
        $calls[] = [...$arguments, $keep->isLost()];
    });
    $store->give_away('r');
    check('called', compute(10, function () use (&$calls) {
        return (bool) $calls;
    }));
    compute(0.8);
    same('once', 1, count($calls));
    same('with the lock', $lock, $calls[0][0]);
    check('and the exception', $calls[0][1] instanceof LockLostException);
    same('after it was lost', true, $calls[0][2]);

    [$lock, $keep] = kept($store = new CountingStore(), onLost: fn () => throw new DomainException('stop it all'));
    $store->give_away('r');
    raises('what it throws', DomainException::class, 'stop it all', fn () => compute(10));
});

group('by its lifetime', function () {
    // Nobody looks for interrupts during one long call.
    [$lock, $keep] = kept($store = new CountingStore(), 1.0);
    $renewed = $store->renewed;
    raises('thrown', LockLostException::class, 'its lifetime ran out before it was renewed.', function () {
        usleep(1_200_000);
        compute(10);
    });
    same('nobody was asked', $renewed, $store->renewed);
    check('lost', $keep->isLost());

    [$lock, $keep] = kept($store = new CountingStore(), 1.5, onLost: fn () => null);
    $store->on_renewal = fn () => throw new LockStorageException('no server');
    check('it is tried again', compute(10, fn () => $keep->isLost()) && $store->renewed > 4, "$store->renewed times");
    $calls = $store->renewed;
    compute(0.4);
    same('until then', $calls, $store->renewed);

    [$lock, $keep] = kept($store = new CountingStore());
    $store->on_renewal = fn () => throw new LockStorageException('no server');
    $e = raises('thrown', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    same('and why', 'no server', $e?->getPrevious()?->getMessage());

    [$lock, $keep] = kept($store = new CountingStore(), 2.0);
    $store->on_renewal = fn () => $store->renewed < 5 ? throw new LockStorageException('no server') : null;
    check(
        'one that fails for a while',
        compute(10, fn () => $store->renewed > 6) && !$keep->isLost() && !$lock->isExpired(),
    );
});

group('by $maxLifetime', function () {
    $begun = now(); // not after it: what this process waits for the processor in between is no time that is missing
    [$lock, $keep] = kept($store = new CountingStore(), 2.0, maxLifetime: 2.4);
    raises(
        'thrown',
        LockLostException::class,
        'it has been kept alive for as long as it may be.',
        fn () => compute(10),
    );
    between('seconds until it is over', 2.39, 5, now() - $begun);
    check('until then it was renewed', $store->renewed > 2, "$store->renewed times");
    check('lost', $keep->isLost() && $lock->isExpired());

    $directory = temporary_directory();
    ($lock = new Lock(new Key('r'), new FlockStore($directory)))->acquire();
    $keep = new KeepAlive($lock, maxLifetime: 0.1);
    raises(
        'also of a lock that does not expire',
        LockLostException::class,
        'as long as it may be',
        fn () => compute(10),
    );
});

group('in a wait for another lock', function () {
    (new Lock(new Key('busy'), $waited = new InMemoryStore()))->acquire();
    $holder = new Lock(new Key('busier'), $waited);
    $holder->acquire();
    [$lock, $keep] = kept($store = new CountingStore());
    $store->give_away('r');
    raises(
        'the wait ends',
        LockLostException::class,
        'The "r" lock',
        fn () => (new Lock(new Key('busier'), $waited))->acquire(true, 20),
    );
});

group('a table, where it has expired and nobody has it', function () {
    $directory = temporary_directory();
    $lock = new Lock(new Key('r'), $store = new PdoStore($dsn = "sqlite:$directory/table"), 3.0);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    // As if another one had had it and were dead.
    (new PDO($dsn))->exec("UPDATE lock_keys SET key_token = 'another', key_expiration = 1");
    raises('thrown', LockLostException::class, 'does not have it', fn () => compute(10));
    same('not taken', 'another', (new PDO($dsn))->query('SELECT key_token FROM lock_keys')->fetchColumn());
});

group('a quorum that cannot be asked for a while', function () {
    $members = array_map(fn () => new CountingStore(), range(1, 3));
    $lock = new Lock(new Key('r'), new CombinedStore($members, new ConsensusStrategy()), 2.0);
    $lock->acquire();
    $failing = true;
    foreach ([$members[0], $members[1]] as $member) {
        $member->on_renewal = function () use (&$failing) {
            $failing && throw new LockStorageException('no server');
        };
    }
    $before = $members[0]->renewed;
    $keep = new KeepAlive($lock);
    check('asked', compute(10, fn () => $members[0]->renewed > $before));
    check('it keeps what it has', $members[0]->exists(key_of($lock)) && $members[2]->exists(key_of($lock)));
    $failing = false;
    check('and is renewed when it answers', !compute(2.2, fn () => $keep->isLost()) && $lock->isAcquired());
});

/** A lock of another class. */
final class OtherLock implements LockInterface
{
    public int $refreshed = 0;
    public array $ttls = [];

    public function __construct(private Lock $lock, public ?Throwable $failure = null)
    {
    }

    public function acquire(bool $blocking = false): bool
    {
        return $this->lock->acquire($blocking);
    }

    public function refresh(?float $ttl = null): void
    {
        ++$this->refreshed;
        $this->ttls[] = $ttl;
        if ($this->failure) {
            throw $this->failure;
        }
        $this->lock->refresh($ttl);
    }

    public function isAcquired(): bool
    {
        return $this->lock->isAcquired();
    }

    public function release(): void
    {
        $this->lock->release();
    }

    public function isExpired(): bool
    {
        return $this->lock->isExpired();
    }

    public function getRemainingLifetime(): ?float
    {
        return $this->lock->getRemainingLifetime();
    }
}

group('locks of other classes', function () {
    $inner = new Lock(new Key('r'), $store = new CountingStore(), 1.0);
    $lock = new OtherLock($inner);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    check('renewed', compute(10, fn () => $lock->refreshed >= 3) && !$keep->isLost() && !$inner->isExpired());
    same('by what they know', [null], array_unique($lock->ttls));
    $store->give_away('r');
    raises('lost', LockLostException::class, 'could not be renewed', fn () => compute(10));

    $lock = new OtherLock(new Lock(new Key('s'), $store, 1.5), new LockStorageException('no server'));
    $lock->acquire();
    $keep = new KeepAlive($lock, 0.5);
    $e = raises('fails', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    same('why', 'no server', $e?->getPrevious()?->getMessage());
    same('with the TTL', [0.5], array_unique($lock->ttls));

    $lock = new OtherLock(new Lock(new Key('t'), $store, 1.5), new Error('broken'));
    $lock->acquire();
    $keep = new KeepAlive($lock);
    raises('an Error is no answer', Error::class, 'broken', fn () => compute(10));
    $keep->stop();

    $keep = new KeepAlive(new NoLock());
    compute(0.1);
    same('one that does not expire', false, $keep->isLost());
});

group('arguments', function () {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 300);
    raises(
        'not acquired',
        InvalidArgumentException::class,
        '$lock must be acquired, and the "r" lock is not.',
        fn () => new KeepAlive($lock),
    );
    $lock->acquire();
    $kept = new Lock(new Key('kept'), $failing = new class() extends CountingStore {
        public function delete(Key $key): void
        {
            throw new LockReleasingException('no server');
        }
    }, 300, false);
    $kept->acquire();
    raises('a release fails', LockReleasingException::class, null, fn () => $kept->release());
    raises(
        'to be released',
        InvalidArgumentException::class,
        '$lock must be acquired, and the "kept" lock is to be released, which has failed.',
        fn () => new KeepAlive($kept),
    );
    foreach ([0.0, -1.0, NAN, INF] as $ttl) {
        $shown = var_export($ttl, true);
        raises("a TTL of $shown", InvalidTtlException::class, '$ttl must', fn () => new KeepAlive($lock, $ttl));
        raises(
            "a longest lifetime of $shown",
            InvalidArgumentException::class,
            '$maxLifetime must',
            fn () => new KeepAlive($lock, null, $ttl),
        );
    }
    $without = new Lock(new Key('s'), new PdoStore('sqlite::memory:'));
    $without->acquire();
    raises(
        'no TTL',
        InvalidArgumentException::class,
        '$ttl must be given, because the "s" lock has no TTL',
        fn () => new KeepAlive($without),
    );
    $keep = new KeepAlive($lock);
    raises('twice', Error::class, null, fn () => $keep->__construct($lock));
    raises('clone', Error::class, 'clone', fn () => clone $keep);
    raises('serialize', Exception::class, 'not allowed', fn () => serialize($keep));
});

/** The key that the lock has made. */
function key_of(Lock $lock): Key
{
    return ((array) $lock)["\0".Lock::class."\0key"];
}
?>
--EXPECT--
ok: to another owner
ok: told to a closure
ok: by its lifetime
ok: by $maxLifetime
ok: in a wait for another lock
ok: a table, where it has expired and nobody has it
ok: a quorum that cannot be asked for a while
ok: locks of other classes
ok: arguments
