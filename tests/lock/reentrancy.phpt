--TEST--
Stores and loggers that use, replace or drop what called them
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Meddler extends ArrayLogger
{
    public ?Closure $do = null;

    public function log($level, $message, array $context = []): void
    {
        parent::log($level, $message, $context);
        if ($do = $this->do) {
            $this->do = null;
            $do($level, $context);
        }
    }
}

function fresh(?float $ttl = 30): Lock
{
    global $store, $logger;
    $store = new PlainStore();
    $lock = new Lock(new Key('r'), $store, $ttl);
    $lock->setLogger($logger = new Meddler());

    return $lock;
}

echo "the store drops the last variable with the lock\n";
$lock = fresh();
$store->next['save'] = [function () { $GLOBALS['lock'] = null; }];
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the store uses the lock that calls it\n";
$lock = fresh();
$store->next['save'] = [function () { global $lock; echo '    inner: ', outcome(fn () => $lock->acquire()), "\n"; }];
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the store releases the lock that it saves\n";
$store->next['save'] = [function () { global $lock; echo '    inner: ', outcome(fn () => $lock->release()), "\n"; }];
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the logger replaces itself\n";
$lock = fresh();
$logger->do = function () {
    global $lock;
    $lock->setLogger(new ArrayLogger());
    $GLOBALS['logger'] = new ArrayLogger();
};
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the logger drops the lock\n";
$lock = fresh();
$logger->do = function () { $GLOBALS['lock'] = null; };
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the logger releases the lock\n";
$lock = fresh(null);
$logger->do = function () { global $lock; $lock->release(); };
echo outcome(fn () => $lock->acquire()), "\n", $logger->flush();

echo "the destructor's logger acquires again\n";
$lock = fresh(null);
$lock->acquire();
$store->next['exists'] = [true, false];
$logger->do = function ($level, $context) {
    (new Lock($context['resource'], $GLOBALS['store'], null, false))->acquire();
};
$lock = null;
echo $logger->flush();

// What comes out of this is nobody's business, as long as PHP survives.
ob_start();
$other = new PlainStore('other');
$lock = fresh();
$store->next['save'] = [function () use ($other) { global $lock; $lock->__construct(new Key('new'), $other, 5); }];
outcome(fn () => $lock->acquire());
outcome(fn () => $lock->release());
unset($lock);
ob_end_clean();

echo "a member takes the combined store apart\n";
$members = [new PlainStore('A'), new PlainStore('B'), new PlainStore('C')];
$combined = new CombinedStore($members, new ConsensusStrategy());
$members[0]->next['save'] = [function () {
    global $combined, $members;
    $combined = null;
    $members = null;
    gc_collect_cycles();
}];
$do = fn () => $GLOBALS['combined']->save(new Key('r'));
echo outcome($do), "\n";

echo "a factory whose subclass drops it\n";
class Dropping extends LockFactory
{
    public function createLockFromKey(
        Key $key,
        ?float $ttl = 300.0,
        bool $autoRelease = true,
    ): Symfony\Component\Lock\SharedLockInterface {
        $GLOBALS['factory'] = null;

        return parent::createLockFromKey($key, $ttl, $autoRelease);
    }
}
$factory = new Dropping(new PlainStore());
echo $factory->createLock('r')::class, "\n";
CODE);
?>
--EXPECT--
the store drops the last variable with the lock
  store->save(r)
  store->putOffExpiration(r, 30)
  store->exists(r)
true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
the store uses the lock that calls it
  store->save(r)
    inner:   store->save(r)
  store->putOffExpiration(r, 30)
true
  store->putOffExpiration(r, 30)
true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
the store releases the lock that it saves
  store->save(r)
    inner:   store->delete(r)
  store->exists(r)
NULL
  store->putOffExpiration(r, 30)
true
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
the logger replaces itself
  store->exists(r)
  store->save(r)
  store->putOffExpiration(r, 30)
true
the logger drops the lock
  store->exists(r)
  store->save(r)
  store->putOffExpiration(r, 30)
  store->exists(r)
true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(30)
the logger releases the lock
  store->save(r)
  store->delete(r)
  store->exists(r)
true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
the destructor's logger acquires again
  store->save(r)
  store->exists(r)
  store->delete(r)
  store->exists(r)
  store->save(r)
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Successfully released the "{resource}" lock. | resource=Key(r)
a member takes the combined store apart
  A->save(r)
  B->save(r)
  C->save(r)
NULL
a factory whose subclass drops it
Symfony\Component\Lock\Lock
The package 7.4 prints the same.
