--TEST--
Objects whose constructor was not called: an Error from every method, never a crash
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;

class LazyFactory extends LockFactory { public function __construct() {} }
class LazyFlock extends S\FlockStore { public function __construct() {} }
class LazyMemory extends S\InMemoryStore { public function __construct() {} }
class LazySemaphore extends S\SemaphoreStore { public function __construct() {} }
class LazyCombined extends S\CombinedStore { public function __construct() {} }
class LazyRetry extends S\RetryTillSaveStore { public function __construct() {} }
class LazyRedis extends S\RedisStore { public function __construct() {} }

raises('createLock makes a lock that cannot work', Error::class, '', fn () => (new LazyFactory())->createLock('r'));
foreach ([LazyFlock::class, LazySemaphore::class, LazyCombined::class, LazyRetry::class, LazyRedis::class] as $class) {
    group($class, function () use ($class) {
        $store = new $class();
        foreach (get_class_methods($class) as $method) {
            if (
                str_starts_with($method, '__')
                || in_array($method, ['setLogger', 'putOffExpiration', 'isSupported'], true)
            ) {
                continue;
            }
            try {
                $store->$method(new Key('r'));
                check($method, in_array($method, ['delete', 'exists'], true), 'nothing happened');
            } catch (Error $e) {
                check($method, true);
            }
        }
        try {
            $store->putOffExpiration(new Key('r'), 1);
        } catch (Error) {
        }
        try {
            (new Lock(new Key('r'), $store))->acquire();
            check('acquire', false);
        } catch (Throwable) {
            check('acquire', true);
        }
    });
}
// This one needs nothing that its constructor would set up.
$store = new LazyMemory();
$store->save($key = new Key('r'));
same(LazyMemory::class, true, $store->exists($key));

// Out of serialized data, and by reflection.
foreach ([
    LockFactory::class,
    S\FlockStore::class,
    S\InMemoryStore::class,
    S\NullStore::class,
    S\SemaphoreStore::class,
    S\CombinedStore::class,
    S\RetryTillSaveStore::class,
    S\RedisStore::class,
    Lock::class,
    Key::class,
] as $class) {
    group("$class without its constructor", function () use ($class) {
        $ways = [
            'unserialize' => fn () => @unserialize(sprintf('O:%d:"%s":0:{}', strlen($class), $class)),
            'reflection' => fn () => (new ReflectionClass($class))->newInstanceWithoutConstructor(),
        ];
        foreach ($ways as $way => $make) {
            try {
                $object = $make();
            } catch (Throwable $e) {
                check("$way: refused", true);
                continue;
            }
            check("$way: allowed", true);
            if (!is_object($object)) {
                continue;
            }
            foreach (get_class_methods($object) as $method) {
                // What it does is up to it, as long as PHP survives.
                $arguments = [
                    'createLock' => ['r'],
                    'createLockFromKey' => [new Key('r')],
                    'putOffExpiration' => [new Key('r'), 1.0],
                    'reduceLifetime' => [1.0],
                    'hasState' => ['a'],
                    'setState' => ['a', 1],
                    'getState' => ['a'],
                    'removeState' => ['a'],
                    'acquire' => [],
                    'setLogger' => [new stdClass()],
                ][$method] ?? null;
                if (null === $arguments && (str_starts_with($method, '__') || 'isSupported' === $method)) {
                    continue;
                }
                $arguments ??= $object instanceof Symfony\Component\Lock\PersistingStoreInterface ? [new Key('r')] : [];
                @outcome(fn () => $object->$method(...$arguments));
            }
            $copy = outcome(fn () => (string) print_r($object, true).show($object == clone $object));
            check("$way: survived", is_string($copy));
        }
    });
}

// Twice.
$key = new Key('a');
raises('a key made twice', Error::class, 'Cannot construct', fn () => $key->__construct('b'));
same('stays the same key', 'a', (string) $key);
$factory = new LockFactory($first = new S\InMemoryStore());
raises('a factory made twice', Error::class, 'Cannot construct', fn () => $factory->__construct(new S\InMemoryStore()));
$first->save(new Key('r'));
same('keeps its store', false, $factory->createLock('r')->acquire());
$lock = new Lock(new Key('a'), $memory = new S\InMemoryStore(), 10);
$lock->acquire();
raises('a lock made twice', Error::class, 'Cannot construct', fn () => $lock->__construct(new Key('b'), $memory));
same('stays what it was', [true, false], [$lock->isAcquired(), (new Lock(new Key('a'), $memory))->acquire()]);
$flock = new S\FlockStore(temporary_directory());
raises(
    'a file store made twice',
    Error::class,
    'Cannot construct',
    fn () => $flock->__construct(temporary_directory()),
);
same('still works', null, $flock->save(new Key('r')));
$semaphore = new S\SemaphoreStore('a');
raises('a semaphore store made twice', Error::class, 'Cannot construct', fn () => $semaphore->__construct('b'));
?>
--EXPECT--
ok: createLock makes a lock that cannot work
ok: LazyFlock
ok: LazySemaphore
ok: LazyCombined
ok: LazyRetry
ok: LazyRedis
ok: LazyMemory
ok: Symfony\Component\Lock\LockFactory without its constructor
ok: Symfony\Component\Lock\Store\FlockStore without its constructor
ok: Symfony\Component\Lock\Store\InMemoryStore without its constructor
ok: Symfony\Component\Lock\Store\NullStore without its constructor
ok: Symfony\Component\Lock\Store\SemaphoreStore without its constructor
ok: Symfony\Component\Lock\Store\CombinedStore without its constructor
ok: Symfony\Component\Lock\Store\RetryTillSaveStore without its constructor
ok: Symfony\Component\Lock\Store\RedisStore without its constructor
ok: Symfony\Component\Lock\Lock without its constructor
ok: Symfony\Component\Lock\Key without its constructor
ok: a key made twice
ok: stays the same key
ok: a factory made twice
ok: keeps its store
ok: a lock made twice
ok: stays what it was
ok: a file store made twice
ok: still works
ok: a semaphore store made twice
