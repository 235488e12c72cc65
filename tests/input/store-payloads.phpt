--TEST--
Unserialized stores and factories: data that no store can have written is refused, or harmless, and never crashes
--FILE--
<?php
require __DIR__.'/store-payloads.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$values = [
    'null' => null,
    'bool' => true,
    'int' => 5,
    'float' => 1.5,
    'string' => 'text',
    'list' => ['a', 'b'],
    'nested' => [['x' => 1]],
    'object' => new stdClass(),
    'objects' => [new stdClass()],
    'store' => new S\NullStore(),
    'stores' => [new S\NullStore()],
    'strategy' => new ConsensusStrategy(),
    'empty' => [],
    'key' => new Key('k'),
];
foreach ([
    S\InMemoryStore::class => ['locks', 'readLocks'],
    S\FlockStore::class => ['lockPath', 'removeOnRelease'],
    S\SemaphoreStore::class => ['scope'],
    S\CombinedStore::class => ['stores', 'strategy'],
    S\RetryTillSaveStore::class => ['decorated', 'retrySleep', 'retryCount'],
    LockFactory::class => ['store'],
] as $class => $names) {
    group($class, function () use ($class, $names, $values) {
        $made = 0;
        foreach ($names as $name) {
            foreach ($values as $a => $value) {
                foreach ($values as $b => $rest) {
                    $private = array_fill_keys($names, $rest);
                    $private[$name] = $value;
                    try {
                        $object = unserialize(payload($class, $private));
                    } catch (Exception $e) {
                        check(
                            "$name $a, others $b",
                            str_starts_with($e->getMessage(), REFUSED)
                                || str_contains($e->getMessage(), 'The store must implement')
                                || str_contains($e->getMessage(), 'must not be negative'),
                            chain($e),
                        );
                        continue;
                    }
                    ++$made;
                    // It works or says why not.
                    $object instanceof LockFactory
                        ? outcome(fn () => $object->createLock('r')->acquire())
                        : outcome(fn () => $object->save(new Key('r')));
                    check("$name $a, others $b: and back", is_string(outcome(fn () => serialize($object))));
                    print_r($object, true);
                }
            }
        }
        check('some are fine', $made > 0);
    });
}

group('nothing at all', function () {
    foreach ([S\FlockStore::class, S\CombinedStore::class, S\RetryTillSaveStore::class, LockFactory::class] as $class) {
        raises(
            $class,
            Exception::class,
            REFUSED,
            fn () => unserialize(sprintf('O:%d:"%s":0:{}', strlen($class), $class)),
        );
    }
    same(
        'memory',
        true,
        unserialize(sprintf(
            'O:%d:"%s":0:{}',
            strlen(S\InMemoryStore::class),
            S\InMemoryStore::class,
        )) == new S\InMemoryStore(),
    );
});

group('a mode that two owners cannot share', function () {
    raises(
        'written and read',
        Exception::class,
        REFUSED,
        fn () => unserialize(payload(S\InMemoryStore::class, [
            'locks' => ['r' => 'a'],
            'readLocks' => ['r' => ['b' => true]],
        ])),
    );
});
?>
--EXPECT--
ok: Symfony\Component\Lock\Store\InMemoryStore
ok: Symfony\Component\Lock\Store\FlockStore
ok: Symfony\Component\Lock\Store\SemaphoreStore
ok: Symfony\Component\Lock\Store\CombinedStore
ok: Symfony\Component\Lock\Store\RetryTillSaveStore
ok: Symfony\Component\Lock\LockFactory
ok: nothing at all
ok: a mode that two owners cannot share
