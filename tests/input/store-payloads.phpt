--TEST--
Unserialized stores and factories: data that no store can have written is refused, or harmless, and never crashes
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Serialized data of the class with these private properties. */
function payload(string $class, array $private, array $other = []): string
{
    $properties = '';
    foreach ($private as $name => $value) {
        $properties .= serialize("\0$class\0$name").serialize($value);
    }
    foreach ($other as $name => $value) {
        $properties .= serialize($name).serialize($value);
    }

    return sprintf('O:%d:"%s":%d:{%s}', strlen($class), $class, count($private) + count($other), $properties);
}

const REFUSED = 'Invalid serialization data for ';
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

group('a store in front of itself', function () {
    $combined = S\CombinedStore::class;
    $text = sprintf(
        'O:%d:"%s":2:{%sa:1:{i:0;r:1;}%s%s}',
        strlen($combined),
        $combined,
        serialize("\0$combined\0stores"),
        serialize("\0$combined\0strategy"),
        serialize(new ConsensusStrategy()),
    );
    raises('combined', Error::class, 'has not been correctly initialized', fn () => unserialize($text));
    $retry = S\RetryTillSaveStore::class;
    $text = sprintf(
        'O:%d:"%s":3:{%sr:1;%si:1;%si:1;}',
        strlen($retry),
        $retry,
        serialize("\0$retry\0decorated"),
        serialize("\0$retry\0retrySleep"),
        serialize("\0$retry\0retryCount"),
    );
    raises('retry', Error::class, 'has not been correctly initialized', fn () => unserialize($text));
});

group('a second time', function () {
    $store = new S\CombinedStore([new S\NullStore()], new ConsensusStrategy());
    raises('combined', Error::class, 'Cannot construct', fn () => $store->__unserialize($store->__serialize()));
    $flock = new S\FlockStore('/tmp');
    raises('flock', Error::class, 'Cannot construct', fn () => $flock->__unserialize($flock->__serialize()));
    $factory = new LockFactory($flock);
    raises('factory', Error::class, 'Cannot construct', fn () => $factory->__unserialize($factory->__serialize()));
});

group('no directory is made', function () {
    $directory = temporary_directory().'/new';
    $store = unserialize(payload(S\FlockStore::class, ['lockPath' => $directory]));
    check('not by unserialize()', !file_exists($directory));
    raises(
        'a lock there',
        'Symfony\Component\Lock\Exception\LockStorageException',
        '',
        fn () => $store->save(new Key('r')),
    );
    raises(
        'a NUL byte',
        Exception::class,
        REFUSED,
        fn () => unserialize(payload(S\FlockStore::class, ['lockPath' => "/tmp\0x"])),
    );
    raises(
        'a wrapper',
        Exception::class,
        REFUSED,
        fn () => unserialize(payload(S\FlockStore::class, ['lockPath' => 'php://memory'])),
    );
});

group('loggers', function () {
    $store = new S\InMemoryStore();
    raises(
        'no logger',
        TypeError::class,
        'Cannot assign stdClass to property',
        fn () => unserialize(payload(LockFactory::class, ['store' => $store], ["\0*\0logger" => new stdClass()])),
    );
    raises(
        'a number',
        TypeError::class,
        'Cannot assign int to property',
        fn () => unserialize(payload(LockFactory::class, ['store' => $store], ["\0*\0logger" => 5])),
    );
    $factory = unserialize(serialize(
        (function () use ($store) { $f = new LockFactory($store); $f->setLogger(new ArrayLogger()); return $f; })(),
    ));
    $factory->createLock('r')->acquire();
    check('a logger', (fn ($f) => [] !== ((array) $f)["\0*\0logger"]->records)($factory));
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
ok: a store in front of itself
ok: a second time
ok: no directory is made
ok: loggers
ok: a mode that two owners cannot share
