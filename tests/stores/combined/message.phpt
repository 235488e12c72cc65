--TEST--
CombinedStore: a storage error tells how many members failed and why the first one did
--FILE--
<?php
require __DIR__.'/../../inc/quorum.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

function tell(string $what, callable $f): void
{
    echo "$what\n  ", outcome($f), "\n";
}

class Quiet extends Member
{
    public function save(Key $key): void
    {
        throw new RuntimeException();
    }
}
class Long extends Member
{
    public function save(Key $key): void
    {
        throw new RuntimeException(str_repeat('x', 5000));
    }
}

$stores = fn (string ...$answers) => array_map(fn ($answer) => new Member($answer), $answers);
$consensus = new ConsensusStrategy();
$unanimous = new UnanimousStrategy();
$key = new Key('r');
tell('save', fn () => (new CombinedStore($stores('ok', 'fails', 'lost'), $consensus))->save($key));
tell('save, one refuses', fn () => (new CombinedStore($stores('conflict', 'fails', 'ok'), $consensus))->save($key));
tell('save, all fail', fn () => (new CombinedStore($stores('lost', 'fails', 'fails'), $consensus))->save($key));
tell('putOffExpiration', fn () => (new CombinedStore($stores('ok', 'fails'), $consensus))->putOffExpiration($key, 10));
tell('exists', fn () => (new CombinedStore($stores('ok', 'conflict', 'fails'), $consensus))->exists($key));
tell('without a message', fn () => (new CombinedStore([new InMemoryStore(), new Quiet()], $unanimous))->save($key));
tell(
    'an anonymous class',
    fn () => (new CombinedStore([new class('fails') extends Member {}], $unanimous))->save($key),
);
tell(
    'nested',
    fn () => (new CombinedStore(
        [new CombinedStore($stores('fails'), $unanimous), new CombinedStore($stores('ok'), $unanimous)],
        $unanimous,
    ))->save($key),
);
tell('a lock', fn () => (new Lock($key, new CombinedStore($stores('ok', 'fails'), $unanimous)))->acquire());
tell('a lock, isAcquired', fn () => (new Lock($key, new CombinedStore($stores('fails'), $unanimous)))->isAcquired());
$e = raises(
    'a long message',
    LockStorageException::class,
    'xxxx',
    fn () => (new CombinedStore([new Long()], $unanimous))->save($key),
);
check('is cut', strlen($e->getMessage()) < 600);
same('and whole in the previous one', 5000, strlen($e->getPrevious()->getMessage()));

/** Deletes only when it is told to. */
class Keeps extends Member
{
    public function delete(Key $key): void
    {
        if ('fails' === $this->answer) {
            throw new RuntimeException('connection reset');
        }
        parent::delete($key);
    }
}
$members = [new Keeps(), new Keeps(), new Keeps()];
$store = new CombinedStore($members, $consensus);
$store->save($key);
$members[1]->answer = 'fails';
tell('delete, one of three fails', fn () => $store->delete($key));
$store->save($key);
$members[2]->answer = 'fails';
tell('delete, two of three fail', fn () => $store->delete($key));
$members[1]->answer = $members[2]->answer = 'ok';
$lock = new Lock($key, $store);
$lock->acquire();
$members[1]->answer = $members[2]->answer = 'fails';
tell('release', fn () => $lock->release());
tell('destructor', function () use (&$lock) { $lock = null; });
?>
--EXPECTF--
save
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 3 members stored the lock, 2 failed; member 2 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
save, one refuses
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 3 members stored the lock, 1 refused, 1 failed; member 2 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
save, all fail
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 0 of 3 members stored the lock, 2 failed; member 1 (Member): no answer <- Symfony\Component\Lock\Exception\LockStorageException: no answer
putOffExpiration
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 2 members put off the expiration, 1 failed; member 2 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
exists
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not known: 1 of 3 members hold the lock, 1 refused, 1 failed; member 3 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
without a message
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 2 members stored the lock, 1 failed; member 2 (Quiet): RuntimeException <- RuntimeException: 
an anonymous class
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 0 of 1 members stored the lock, 1 failed; member 1 (Member@anonymous): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
nested
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 2 members stored the lock, 1 failed; member 1 (Symfony\Component\Lock\Store\CombinedStore): Quorum not met: 0 of 1 members stored the lock, 1 failed; member 1 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 0 of 1 members stored the lock, 1 failed; member 1 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
a lock
  Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 1 of 2 members stored the lock, 1 failed; member 2 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
a lock, isAcquired
  Symfony\Component\Lock\Exception\LockStorageException: Quorum not known: 0 of 1 members hold the lock, 1 failed; member 1 (Member): connection refused <- Symfony\Component\Lock\Exception\LockStorageException: connection refused
ok: a long message
ok: is cut
ok: and whole in the previous one
delete, one of three fails
  NULL
delete, two of three fail
  Symfony\Component\Lock\Exception\LockStorageException: A quorum may still hold the lock: 1 of 3 members released it, 2 failed; member 2 (Keeps): connection reset <- RuntimeException: connection reset
release
  Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: A quorum may still hold the lock: 1 of 3 members released it, 2 failed; member 2 (Keeps): connection reset <- RuntimeException: connection reset
destructor
  %w
Warning: %sFailed to release the "r" lock automatically: connection refused in %s on line %d
NULL
