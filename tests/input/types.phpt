--TEST--
Wrong types and wrong numbers of arguments for every constructor and method: a TypeError or an ArgumentCountError
--FILE--
<?php
declare(strict_types=1);
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock as L;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

final class Anything
{
    public function __toString(): string
    {
        return 'anything';
    }
}

/** Values of every type; which of them a declared type takes, is the engine's to say. */
$values = [
    'null' => null,
    'true' => true,
    'int' => 1,
    'float' => 1.5,
    'string' => 'text',
    'array' => [],
    'object' => new stdClass(),
    'stringable' => new Anything(), 'closure' => static fn () => null, 'stream' => fopen('php://memory', 'r'),
];

function takes(?ReflectionType $type, mixed $value): bool
{
    if (null === $type) {
        return true;
    }
    foreach ($type instanceof ReflectionUnionType ? $type->getTypes() : [$type] as $one) {
        $name = $one->getName();
        $ok = match ($name) {
            'mixed' => true,
            'string' => is_string($value),
            'int' => is_int($value),
            'float' => is_float($value) || is_int($value),
            'bool' => is_bool($value),
            'array' => is_array($value),
            'object' => is_object($value),
            'null' => null === $value,
            default => $value instanceof $name,
        };
        if ($ok || null === $value && $one->allowsNull()) {
            return true;
        }
    }

    return false;
}

$memory = new S\InMemoryStore();
$directory = temporary_directory();
$key = fn () => new Key(unique());
// A working set of arguments for each parameter name; the object to call a method on.
$good = [
    'key' => $key,
    'store' => fn () => $memory,
    'stores' => fn () => [$memory],
    'strategy' => fn () => new ConsensusStrategy(),
    'resource' => fn () => 'r',
    'ttl' => fn () => 10.0,
    'autoRelease' => fn () => true,
    'blocking' => fn () => false,
    'stateKey' => fn () => 's',
    'state' => fn () => 1,
    'data' => fn () => ['resource' => 'r'],
    'lockPath' => fn () => $directory,
    'removeOnRelease' => fn () => false,
    'decorated' => fn () => $memory,
    'retrySleep' => fn () => 1,
    'retryCount' => fn () => 1,
    'connection' => fn () => 'in-memory',
    'redis' => fn () => 'redis://127.0.0.1:1',
    'initialTtl' => fn () => 10.0,
    'numberOfSuccess' => fn () => 1,
    'numberOfItems' => fn () => 1,
    'numberOfFailure' => fn () => 1,
    'scope' => fn () => null,
    'advisory' => fn () => false,
    'timeout' => fn () => 0.0,
    'options' => fn () => [],
];
$objects = [
    Key::class => fn () => new Key('r'),
    Lock::class => fn () => new Lock(new Key(unique()), $memory, 10),
    LockFactory::class => fn () => new LockFactory($memory),
    L\NoLock::class => fn () => new L\NoLock(),
    S\InMemoryStore::class => fn () => new S\InMemoryStore(),
    S\NullStore::class => fn () => new S\NullStore(),
    S\FlockStore::class => fn () => new S\FlockStore($directory),
    S\SemaphoreStore::class => fn () => new S\SemaphoreStore(),
    S\CombinedStore::class => fn () => new S\CombinedStore([$memory], new UnanimousStrategy()),
    S\RetryTillSaveStore::class => fn () => new S\RetryTillSaveStore($memory),
    S\RedisStore::class => fn () => new S\RedisStore('redis://127.0.0.1:1'),
    S\StoreFactory::class => fn () => new S\StoreFactory(),
    ConsensusStrategy::class => fn () => new ConsensusStrategy(),
    UnanimousStrategy::class => fn () => new UnanimousStrategy(),
];

foreach ($objects as $class => $make) {
    group($class, function () use ($class, $make, $good, $values) {
        $reflection = new ReflectionClass($class);
        check('exists', true);
        foreach ($reflection->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            $name = $method->getName();
            $parameters = $method->getParameters();
            // setLogger() has a test of its own; the destructor takes nothing.
            if (in_array($name, ['setLogger', '__destruct'], true)) {
                continue;
            }
            $call = function (array $arguments) use ($class, $make, $method, $name) {
                return match (true) {
                    '__construct' === $name => new $class(...$arguments),
                    $method->isStatic() => $class::$name(...$arguments),
                    default => $make()->$name(...$arguments),
                };
            };
            foreach ($parameters as $i => $parameter) {
                foreach ($values as $what => $value) {
                    if (takes($parameter->getType(), $value) || 'mixed' === (string) $parameter->getType()) {
                        continue;
                    }
                    $arguments = array_map(fn ($p) => $good[$p->getName()](), array_slice($parameters, 0, $i));
                    $arguments[] = $value;
                    foreach (array_slice($parameters, $i + 1) as $p) {
                        if (!$p->isOptional()) {
                            $arguments[] = $good[$p->getName()]();
                        }
                    }
                    raises(
                        "$name(\$".$parameter->getName()." = $what)",
                        TypeError::class,
                        '',
                        fn () => $call($arguments),
                    );
                }
            }
            if ($method->getNumberOfRequiredParameters()) {
                raises("$name() with nothing", ArgumentCountError::class, '', fn () => $call([]));
            }
            if ($method->isInternal()) {
                $arguments = array_map(fn ($p) => $good[$p->getName()](), $parameters);
                // PHP ignores arguments that a method does not declare. A debug build ends the process when an internal
                // one does.
                check(
                    "$name() with too much",
                    PHP_DEBUG
                        || !str_contains(@outcome(fn () => $call([...$arguments, 1, 'more'])), 'ArgumentCountError'),
                );
            }
            $this_is_unknown = array_combine(
                array_map(fn ($p) => $p->getName(), $parameters),
                array_map(fn ($p) => $good[$p->getName()](), $parameters),
            );
            raises(
                "$name() with an unknown name",
                Error::class,
                'Unknown named parameter $unknown',
                fn () => $call($this_is_unknown + ['unknown' => 1]),
            );
        }
    });
}

group('values inside arrays', function () use ($memory, $values) {
    foreach ($values as $what => $value) {
        raises(
            "a store that is $what",
            'Symfony\Component\Lock\Exception\InvalidArgumentException',
            'The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "',
            fn () => new S\CombinedStore([$memory, $value], new ConsensusStrategy()),
        );
    }
});
?>
--EXPECT--
ok: Symfony\Component\Lock\Key
ok: Symfony\Component\Lock\Lock
ok: Symfony\Component\Lock\LockFactory
ok: Symfony\Component\Lock\NoLock
ok: Symfony\Component\Lock\Store\InMemoryStore
ok: Symfony\Component\Lock\Store\NullStore
ok: Symfony\Component\Lock\Store\FlockStore
ok: Symfony\Component\Lock\Store\SemaphoreStore
ok: Symfony\Component\Lock\Store\CombinedStore
ok: Symfony\Component\Lock\Store\RetryTillSaveStore
ok: Symfony\Component\Lock\Store\RedisStore
ok: Symfony\Component\Lock\Store\StoreFactory
ok: Symfony\Component\Lock\Strategy\ConsensusStrategy
ok: Symfony\Component\Lock\Strategy\UnanimousStrategy
ok: values inside arrays
