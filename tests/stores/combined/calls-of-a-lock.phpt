--TEST--
A lock on a CombinedStore of members written in PHP: calls and log records are those of the package
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy as S;

// What is left of a TTL depends on how fast this runs.
ob_start(
    fn ($output) => preg_replace_callback(
        '/(putOffExpiration\(r, )([\d.]+)/',
        fn ($m) => $m[1].'up to '.(10 * ceil($m[2] / 10)),
        $output,
    ),
);

/** The logger speaks at once, so that the order of calls and records shows. */
class EchoingLogger extends ArrayLogger
{
    public function __construct(private string $name)
    {
    }

    public function log($level, $message, array $context = []): void
    {
        parent::log($level, $message, $context);
        echo $this->flush("  $this->name ");
    }
}

function step(string $what, callable $f): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n";
}

$refuses = fn (Key $key) => throw new LockConflictedException('refused');
$initial = fn (Key $key) => $key->reduceLifetime(300);
$ttl = fn (Key $key, ?float $ttl) => $key->reduceLifetime($ttl);
foreach ([S\ConsensusStrategy::class, S\UnanimousStrategy::class] as $class) {
    echo "--- $class\n";
    $a = new PlainStore('A');
    $b = new SharedStore('B');
    $c = new SharedStore('C');
    foreach ([$a, $b, $c] as $member) {
        $member->always = ['save' => $initial, 'saveRead' => $initial, 'putOffExpiration' => $ttl, 'exists' => true];
    }
    $store = new CombinedStore(
        ['a' => $a, 'nested' => $nested = new CombinedStore([$b], new S\UnanimousStrategy()), 'c' => $c],
        new $class(),
    );
    $store->setLogger(new EchoingLogger('store'));
    $nested->setLogger(new EchoingLogger('nested'));
    $lock = new Lock(new Key('r'), $store, 600);
    $lock->setLogger(new EchoingLogger('lock'));

    step('acquire', fn () => $lock->acquire());
    step('lifetime', fn () => 10 * ceil($lock->getRemainingLifetime() / 10));
    step('acquireRead', fn () => $lock->acquireRead());
    step('isAcquired', fn () => $lock->isAcquired());
    step('refresh', fn () => $lock->refresh());
    step('refresh(40)', fn () => $lock->refresh(40));
    $b->next['putOffExpiration'] = [$refuses];
    step('refresh, the second member refuses', fn () => $lock->refresh());
    step('acquire', fn () => $lock->acquire());
    $b->next['save'] = [$refuses];
    step('acquire, the second member refuses', fn () => $lock->acquire());
    $a->next['putOffExpiration'] = $c->next['putOffExpiration'] = [$refuses];
    step('acquire, two members refuse the TTL', fn () => $lock->acquire());
    $a->next['save'] = [fn (Key $key) => $key->reduceLifetime(-1)];
    step('acquire, too late', fn () => $lock->acquire());
    $a->next['putOffExpiration'] = [fn (Key $key) => $key->reduceLifetime(-1)];
    step('refresh, too late', fn () => $lock->refresh());
    step('refresh(1e-9)', fn () => $lock->refresh(1e-9));
    $a->always['exists'] = $b->always['exists'] = $c->always['exists'] = false;
    step('release', fn () => $lock->release());
    $a->always['exists'] = $b->always['exists'] = $c->always['exists'] = true;
    step('release, still there', fn () => $lock->release());
    $a->next['delete'] = [new DomainException('cannot')];
    $a->always['exists'] = $b->always['exists'] = $c->always['exists'] = false;
    step('release, the first member fails', fn () => $lock->release());
    $lock = new Lock(new Key('r'), $store);
    $lock->setLogger(new EchoingLogger('lock'));
    step('acquire without a TTL', fn () => $lock->acquire());
    step('acquire(true)', fn () => $lock->acquire(true));
    step('destructor', function () use (&$lock) { $lock = null; });
}
CODE, '7.4', [], ['pcre.jit' => 0]);
?>
--EXPECT--
--- Symfony\Component\Lock\Strategy\ConsensusStrategy
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
lifetime
  = 600.0
acquireRead
  A->save(r)
  B->saveRead(r) with up to 300 s left
  C->saveRead(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
isAcquired
  A->exists(r) with up to 600 s left
  B->exists(r) with up to 600 s left
  = true
refresh
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = NULL
refresh(40)
  A->putOffExpiration(r, up to 40)
  B->putOffExpiration(r, up to 40) with up to 40 s left
  C->putOffExpiration(r, up to 40) with up to 40 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(40)
  = NULL
refresh, the second member refuses
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  nested debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 600 s left
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = NULL
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
acquire, the second member refuses
  A->save(r)
  B->save(r) with up to 300 s left
  nested debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 300 s left
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
acquire, two members refuse the TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  B->putOffExpiration(r, up to 600)
  C->putOffExpiration(r, up to 600) with up to 600 s left
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  store notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
  A->delete(r) with up to 600 s left
  B->delete(r) with up to 600 s left
  C->delete(r) with up to 600 s left
  lock notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  lock info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  = false
acquire, too late
  A->save(r)
  B->save(r), expired
  B->delete(r), expired
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  C->save(r), expired
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh, too late
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600), expired
  B->delete(r), expired
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  C->putOffExpiration(r, up to 600), expired
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh(1e-9)
  store debug: Stores took to long to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) ttl=float(0)
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
release
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  B->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
release, still there
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  B->exists(r), expired
  lock notice: Failed to release the "{resource}" lock. | resource=Key(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release, the first member fails
  A->delete(r), expired
  store notice: One store failed to delete the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={DomainException: cannot}
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  B->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
acquire without a TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
acquire(true)
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
destructor
  A->exists(r) with up to 300 s left
  B->exists(r) with up to 300 s left
  = NULL
--- Symfony\Component\Lock\Strategy\UnanimousStrategy
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
lifetime
  = 600.0
acquireRead
  A->save(r)
  B->saveRead(r) with up to 300 s left
  C->saveRead(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock for reading. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
isAcquired
  A->exists(r) with up to 600 s left
  B->exists(r) with up to 600 s left
  C->exists(r) with up to 600 s left
  = true
refresh
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = NULL
refresh(40)
  A->putOffExpiration(r, up to 40)
  B->putOffExpiration(r, up to 40) with up to 40 s left
  C->putOffExpiration(r, up to 40) with up to 40 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(40)
  = NULL
refresh, the second member refuses
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  nested debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 600 s left
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  store notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
  A->delete(r) with up to 600 s left
  B->delete(r) with up to 600 s left
  C->delete(r) with up to 600 s left
  lock notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
acquire
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600) with up to 600 s left
  C->putOffExpiration(r, up to 600) with up to 600 s left
  lock debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(600)
  = true
acquire, the second member refuses
  A->save(r)
  B->save(r) with up to 300 s left
  nested debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  nested info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  B->delete(r) with up to 300 s left
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: }
  store info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
  A->delete(r) with up to 300 s left
  B->delete(r) with up to 300 s left
  C->delete(r) with up to 300 s left
  lock info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  = false
acquire, two members refuse the TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  A->putOffExpiration(r, up to 600)
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: refused}
  store notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
  A->delete(r)
  B->delete(r)
  C->delete(r)
  lock notice: Failed to define an expiration for the "{resource}" lock, someone else acquired the lock. | resource=Key(r)
  lock info: Failed to acquire the "{resource}" lock. Someone else already acquired the lock. | resource=Key(r)
  = false
acquire, too late
  A->save(r)
  B->save(r), expired
  B->delete(r), expired
  store debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to acquire the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh, too late
  A->putOffExpiration(r, up to 600)
  B->putOffExpiration(r, up to 600), expired
  B->delete(r), expired
  store debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(Symfony\Component\Lock\Store\CombinedStore) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
refresh(1e-9)
  store debug: Stores took to long to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) ttl=float(0)
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  lock notice: Failed to define an expiration for the "{resource}" lock. | resource=Key(r) exception={Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.}
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to define an expiration for the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
release
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
release, still there
  A->delete(r), expired
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  B->exists(r), expired
  C->exists(r), expired
  lock notice: Failed to release the "{resource}" lock. | resource=Key(r)
  = Symfony\Component\Lock\Exception\LockReleasingException: Failed to release the "r" lock, the resource is still locked.
release, the first member fails
  A->delete(r), expired
  store notice: One store failed to delete the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={DomainException: cannot}
  B->delete(r), expired
  C->delete(r), expired
  A->exists(r), expired
  lock debug: Successfully released the "{resource}" lock. | resource=Key(r)
  = NULL
acquire without a TTL
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
acquire(true)
  A->save(r)
  B->save(r) with up to 300 s left
  C->save(r) with up to 300 s left
  lock debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  = true
destructor
  A->exists(r) with up to 300 s left
  = NULL
The package 7.4 prints the same.
