--TEST--
What a signal handler throws, or the loss of another lock, while the logger of a store works is no answer of that store: it comes out when the operation has ended, or where that waits
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/interrupting.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

final class Logger
{
    public int $records = 0;

    /** @param int $at the record that is interrupted */
    public function __construct(private int $at = 1)
    {
    }

    public function __call(string $level, array $arguments): void
    {
        if (++$this->records === $this->at) {
            Interruption::interrupt();
        }
    }
}

/** A member that fails to delete what it has. */
final class Lasting implements PersistingStoreInterface
{
    public function save(Key $key): void
    {
    }

    public function delete(Key $key): void
    {
        throw new LockStorageException('no server');
    }

    public function exists(Key $key): bool
    {
        return false;
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }
}

/** Of which another owner has the lock "r". */
function contended(): InMemoryStore
{
    $store = new InMemoryStore();
    $store->save(new Key('r'));

    return $store;
}

/** Reads the logger by its __get(). */
class Magic extends CombinedStore
{
    protected $logger;

    public function __construct(array $members, object $strategy)
    {
        parent::__construct($members, $strategy);
        unset($this->logger);
    }

    public function __get(string $name): ?Logger
    {
        Interruption::interrupt();

        return null;
    }
}

/** Logs that a member refuses, and that the quorum has not been met. */
function unanimous(InMemoryStore ...$members): CombinedStore
{
    return new CombinedStore($members, new UnanimousStrategy());
}

foreach (Interruption::each() as $class => $interruption) {
    foreach (['of a member' => 1, 'of the quorum' => 2] as $record => $at) {
        group("$class: acquire(), the record $record", function () use ($class, $interruption, $at) {
            $store = unanimous(contended(), $free = new InMemoryStore());
            $store->setLogger(new Logger($at));
            $lock = new Lock(new Key('r'), $store, 300.0);
            same('as it was thrown', [$class, null], $interruption->of(fn () => $lock->acquire()));
            same('refused', false, $lock->isAcquired());
            same('nothing is left', true, (new Lock(new Key('r'), $free))->acquire());
        });
        group("$class: acquire(true), the record $record", function () use ($class, $interruption, $at) {
            $store = unanimous(contended(), $free = new InMemoryStore());
            $store->setLogger(new Logger($at));
            $lock = new Lock(new Key('r'), $store, 300.0);
            same('as it was thrown', [$class, null], $interruption->of(fn () => $lock->acquire(true, 10.0)));
            same('refused', false, $lock->isAcquired());
            same('nothing is left', true, (new Lock(new Key('r'), $free))->acquire());
        });
    }
    group("$class: operations that succeed", function () use ($class, $interruption) {
        foreach (['acquire', 'refresh', 'release'] as $operation) {
            $member = 'release' === $operation ? new Lasting() : contended();
            $store = new CombinedStore([$member, new InMemoryStore(), new InMemoryStore()], new ConsensusStrategy());
            $lock = new Lock(new Key('r'), $store, 300.0);
            'acquire' === $operation || $lock->acquire();
            $store->setLogger($logger = new Logger());
            $got = $interruption->of(fn () => $lock->$operation());
            same("$operation(): as it was thrown", [$class, null], $logger->records ? $got : 'nothing was logged');
            same("$operation(): when all was done", 'release' !== $operation, $lock->isAcquired());
        }
    });
    group("$class: acquire(), a logger that __get() reads", function () use ($class, $interruption) {
        $store = new Magic([contended(), new InMemoryStore(), new InMemoryStore()], new ConsensusStrategy());
        $lock = new Lock(new Key('r'), $store, 300.0);
        same('as it was thrown', [$class, null], $interruption->of(fn () => $lock->acquire()));
        same('when all was done', true, $lock->isAcquired());
    });
    group("$class: refresh() that is refused", function () use ($class, $interruption) {
        $store = unanimous($lost = new InMemoryStore(), new InMemoryStore());
        $lock = new Lock($key = new Key('r'), $store, 300.0);
        $lock->acquire();
        $lost->delete($key);
        $lost->save(new Key('r'));
        $store->setLogger(new Logger());
        same('it comes on top', [$class, LockConflictedException::class], $interruption->of($lock->refresh(...)));
    });
    group("$class: RetryTillSaveStore", function () use ($class, $interruption) {
        $store = new RetryTillSaveStore(contended(), 1, 2);
        $store->setLogger(new Logger());
        $lock = new Lock(new Key('r'), $store, 300.0);
        same(
            'it comes on top',
            [$class, LockConflictedException::class],
            $interruption->of(fn () => $lock->acquire(true)),
        );
        same('refused', false, $lock->isAcquired());
    });
}
?>
--EXPECT--
ok: Stopped: acquire(), the record of a member
ok: Stopped: acquire(true), the record of a member
ok: Stopped: acquire(), the record of the quorum
ok: Stopped: acquire(true), the record of the quorum
ok: Stopped: operations that succeed
ok: Stopped: acquire(), a logger that __get() reads
ok: Stopped: refresh() that is refused
ok: Stopped: RetryTillSaveStore
ok: StoppedAsRefused: acquire(), the record of a member
ok: StoppedAsRefused: acquire(true), the record of a member
ok: StoppedAsRefused: acquire(), the record of the quorum
ok: StoppedAsRefused: acquire(true), the record of the quorum
ok: StoppedAsRefused: operations that succeed
ok: StoppedAsRefused: acquire(), a logger that __get() reads
ok: StoppedAsRefused: refresh() that is refused
ok: StoppedAsRefused: RetryTillSaveStore
ok: Slock\Exception\LockLostException: acquire(), the record of a member
ok: Slock\Exception\LockLostException: acquire(true), the record of a member
ok: Slock\Exception\LockLostException: acquire(), the record of the quorum
ok: Slock\Exception\LockLostException: acquire(true), the record of the quorum
ok: Slock\Exception\LockLostException: operations that succeed
ok: Slock\Exception\LockLostException: acquire(), a logger that __get() reads
ok: Slock\Exception\LockLostException: refresh() that is refused
ok: Slock\Exception\LockLostException: RetryTillSaveStore
