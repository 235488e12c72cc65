--TEST--
Cycles through a lock, a factory, a key or a store are found by the garbage collector
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

class CyclicLogger extends ArrayLogger
{
    public mixed $holds = null;
    public function log($level, $message, array $context = []): void {}
}
class CyclicStore extends PlainStore
{
    public mixed $holds = null;
    public bool $quiet = true;
}
class CyclicStrategy extends ConsensusStrategy
{
    public mixed $holds = null;
}
class CyclicMemory extends InMemoryStore
{
    public mixed $holds = null;
}
class CyclicFactory extends LockFactory
{
    public mixed $holds = null;
}

/** $make returns an object of a cycle that nothing else refers to. */
function collected(string $what, callable $make): void
{
    gc_collect_cycles();
    $watched = WeakReference::create($make());
    check("$what: alive before", null !== $watched->get());
    gc_collect_cycles();
    // Objects with a destructor need a second run.
    gc_collect_cycles();
    check("$what: collected", null === $watched->get());
}

collected('lock and logger', function () {
    $lock = new Lock(new Key('r'), new InMemoryStore(), 10);
    $lock->setLogger($logger = new CyclicLogger());
    $lock->acquire();

    return $logger->holds = $lock;
});
collected('lock and store', function () {
    $lock = new Lock(new Key('r'), $store = new CyclicStore());
    $lock->acquire();

    return $store->holds = $lock;
});
collected('lock and subclass of a store', function () {
    $lock = new Lock(new Key('r'), $store = new CyclicMemory());
    $lock->acquire();

    return $store->holds = $lock;
});
collected('lock and state of its key', function () {
    $lock = new Lock($key = new Key('r'), new InMemoryStore());
    $key->setState('x', ['y' => $lock]);

    return $lock;
});
collected('key and its own state', function () {
    $key = new Key('r');
    $key->setState('me', $key);

    return $key;
});
collected('factory and logger', function () {
    $factory = new LockFactory(new InMemoryStore());
    $factory->setLogger($logger = new CyclicLogger());

    return $logger->holds = $factory;
});
collected('factory and store', function () {
    $factory = new LockFactory($store = new CyclicStore());

    return $store->holds = $factory;
});
collected('subclass of the factory and itself', function () {
    $factory = new CyclicFactory(new InMemoryStore());

    $factory->holds = [$factory];

    return $factory;
});
collected('combined store and member', function () {
    $combined = new CombinedStore([$store = new CyclicStore()], new UnanimousStrategy());

    return $store->holds = $combined;
});
collected('combined store and strategy', function () {
    $combined = new CombinedStore([new InMemoryStore()], $strategy = new CyclicStrategy());

    return $strategy->holds = $combined;
});
collected('combined store and logger', function () {
    $combined = new CombinedStore([new InMemoryStore()], new UnanimousStrategy());
    $combined->setLogger($logger = new CyclicLogger());

    return $logger->holds = $combined;
});
collected('retrying store and decorated store', function () {
    $retry = new RetryTillSaveStore($store = new CyclicStore());

    return $store->holds = $retry;
});
collected('retrying store and logger', function () {
    $retry = new RetryTillSaveStore(new InMemoryStore());
    $retry->setLogger($logger = new CyclicLogger());

    return $logger->holds = $retry;
});

// A lock that the collector finds is released like any other.
$store = new InMemoryStore();
(function () use ($store) {
    $lock = new Lock(new Key('r'), $store);
    $lock->setLogger($logger = new CyclicLogger());
    $logger->holds = $lock;
    $lock->acquire();
})();
same('held by a cycle', false, (new Lock(new Key('r'), $store))->acquire());
gc_collect_cycles();
same('released by the collector', true, (new Lock(new Key('r'), $store))->acquire());

// Resurrected by its own destructor.
$kept = null;
class Keeper extends CyclicLogger
{
    public function log($level, $message, array $context = []): void
    {
        $GLOBALS['kept'] = $this->holds;
    }
}
(function () use ($store) {
    $lock = new Lock(new Key('s'), $store);
    $lock->setLogger($logger = new Keeper());
    $logger->holds = $lock;
    $lock->acquire();
    $GLOBALS['kept'] = null;
})();
gc_collect_cycles();
check('a lock that its logger saved from the destructor still works', !$kept || $kept->acquire());
$kept = null;
gc_collect_cycles();
echo "done\n";
?>
--EXPECT--
ok: lock and logger: alive before
ok: lock and logger: collected
ok: lock and store: alive before
ok: lock and store: collected
ok: lock and subclass of a store: alive before
ok: lock and subclass of a store: collected
ok: lock and state of its key: alive before
ok: lock and state of its key: collected
ok: key and its own state: alive before
ok: key and its own state: collected
ok: factory and logger: alive before
ok: factory and logger: collected
ok: factory and store: alive before
ok: factory and store: collected
ok: subclass of the factory and itself: alive before
ok: subclass of the factory and itself: collected
ok: combined store and member: alive before
ok: combined store and member: collected
ok: combined store and strategy: alive before
ok: combined store and strategy: collected
ok: combined store and logger: alive before
ok: combined store and logger: collected
ok: retrying store and decorated store: alive before
ok: retrying store and decorated store: collected
ok: retrying store and logger: alive before
ok: retrying store and logger: collected
ok: held by a cycle
ok: released by the collector
ok: a lock that its logger saved from the destructor still works
done
