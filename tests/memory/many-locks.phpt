--TEST--
100,000 live locks, made and dropped, leave no memory behind
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\NullStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Subclass extends InMemoryStore
{
    public function save(Key $key): void
    {
        parent::save($key);
    }
}

/** Bytes that are in use after $count locks lived at the same time and went. */
function cycle(object $store, int $count): int
{
    $factory = new LockFactory($store);
    $locks = [];
    for ($i = 0; $i < $count; ++$i) {
        $lock = $factory->createLock("resource-$i", 30);
        $lock->acquire();
        $locks[] = $lock;
    }
    unset($lock, $locks, $factory);
    gc_collect_cycles();

    return memory_get_usage();
}

$cases = [
    'in-memory' => [new InMemoryStore(), 100_000],
    'null' => [new NullStore(), 100_000],
    'combined' => [new CombinedStore([new InMemoryStore(), new InMemoryStore()], new ConsensusStrategy()), 100_000],
    'subclass' => [new Subclass(), 20_000],
];
foreach ($cases as $name => [$store, $count]) {
    // The first round fills what is kept indefinitely: run-time caches, the engine's free lists.
    $first = cycle($store, $count);
    $second = cycle($store, $count);
    $third = cycle($store, $count);
    check("$name: the second round leaves nothing", $second - $first < 1000, "$first, $second, $third");
    check("$name: nor does the third", $third - $second < 1000, "$first, $second, $third");
}

// The same, one at a time, with everything a lock can do.
function life(LockFactory $factory, int $count): int
{
    for ($i = 0; $i < $count; ++$i) {
        $lock = $factory->createLock("resource-$i", 30);
        $lock->acquire();
        $other = $factory->createLock("resource-$i", null, false);
        $other->acquire();
        $other->acquireRead();
        $lock->refresh(10);
        $lock->isAcquired();
        $lock->acquireRead();
        $lock->release();
        try {
            $other->refresh();
        } catch (InvalidArgumentException) {
        }
        $key = new Key("k$i");
        $key->setState('a', ['b', new stdClass()]);
        $copy = unserialize(serialize($key));
        try {
            $copy->__unserialize(['resource' => []]);
        } catch (TypeError) {
        }
    }
    unset($lock, $other, $key, $copy);
    gc_collect_cycles();

    return memory_get_usage();
}
$factory = new LockFactory(new InMemoryStore());
$logger = new class extends ArrayLogger {
    public function log($level, $message, array $context = []): void {}
};
$factory->setLogger($logger);
life($factory, 1000);
$first = life($factory, 1000);
$second = life($factory, 10_000);
check('ten times as much leaves nothing more', $second - $first < 1000, "$first, $second");

// And everything that they referred to can go.
$watched = array_map(WeakReference::create(...), [$logger, $factory, ...array_column($cases, 0)]);
$count = array_map(fn ($reference) => null !== $reference->get(), $watched);
unset($logger, $factory, $cases, $store);
gc_collect_cycles();
same('loggers, factories and stores are free', [6, 0], [
    count(array_filter($count)),
    count(array_filter($watched, fn ($reference) => null !== $reference->get())),
]);

// Failures as well.
function failures(int $count): int
{
    $store = new PlainStore();
    $store->quiet = true;
    $factory = new LockFactory($store);
    for ($i = 0; $i < $count; ++$i) {
        $store->calls = [];
        foreach (['save', 'putOffExpiration', 'delete', 'exists'] as $method) {
            $store->next[$method] = [new RuntimeException('down'), new RuntimeException('down')];
        }
        $lock = $factory->createLock("r$i", 30, false);
        foreach ([
            'acquire',
            'acquire',
            'refresh',
            'refresh',
            'release',
            'release',
            'isAcquired',
            'release',
            'isAcquired',
        ] as $call) {
            try {
                $lock->$call();
            } catch (RuntimeException) {
            }
        }
        try {
            $factory->createLock("r$i", -1);
        } catch (InvalidArgumentException) {
        }
    }
    unset($lock, $store, $factory);
    gc_collect_cycles();

    return memory_get_usage();
}
failures(500);
$first = failures(500);
$second = failures(5000);
check('ten times as many failures leave nothing more', $second - $first < 1000, "$first, $second");
?>
--EXPECT--
ok: in-memory: the second round leaves nothing
ok: in-memory: nor does the third
ok: null: the second round leaves nothing
ok: null: nor does the third
ok: combined: the second round leaves nothing
ok: combined: nor does the third
ok: subclass: the second round leaves nothing
ok: subclass: nor does the third
ok: ten times as much leaves nothing more
ok: loggers, factories and stores are free
ok: ten times as many failures leave nothing more
