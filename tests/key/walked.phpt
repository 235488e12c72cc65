--TEST--
A Key whose properties array_walk() and ArrayObject have made references of, or have written to, is used as before, or refused
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;

$walks = [
    'array_walk()' => fn (Key $key) => array_walk($key, fn () => null),
    'ArrayObject' => function (Key $key) {
        foreach (@new ArrayObject($key) as &$value) {
        }
    },
];
foreach ($walks as $how => $walk) {
    group($how, function () use ($walk) {
        $store = new InMemoryStore();
        $lock = new Lock($key = new Key('r'), $store, 300.0);
        same('acquired', true, $lock->acquire());
        try {
            $walk($key);
        } catch (Error|InvalidArgumentException) {
            // ArrayObject refuses to give references of some, and from PHP 8.4 on takes no such object.
        }
        same('the name', 'r', (string) $key);
        $key->resetLifetime();
        $key->reduceLifetime(10.0);
        between('the lifetime', 5.0, 10.0, $key->getRemainingLifetime());
        same('not expired', false, $key->isExpired());
        same('held', true, $lock->isAcquired());
        same('refused', false, (new Lock(new Key('r'), $store))->acquire());
        same('a clone', 'r', (string) clone $key);
        $key->setState('a', 'b');
        same('state', ['b', true], [$key->getState('a'), $key->hasState('a')]);
        $key->removeState('a');
        $lock->release();
        same('free', true, (new Lock(new Key('r'), $store))->acquire());
        same('serialized', 'r', (string) unserialize(serialize(new Key('r'))));
    });
}

/** Walks the key in the middle of an operation. */
final class Walker implements PersistingStoreInterface
{
    public function __construct(private Closure $walk)
    {
    }

    public function save(Key $key): void
    {
        ($this->walk)($key);
        throw new RuntimeException('no');
    }

    public function delete(Key $key): void
    {
    }

    public function exists(Key $key): bool
    {
        return false;
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }
}

group('within an operation', function () use ($walks) {
    foreach ($walks as $how => $walk) {
        raises($how, LockAcquiringException::class, null, function () use ($walk) {
            (new Lock(new Key('r'), new Walker(function (Key $key) use ($walk) {
                try {
                    $walk($key);
                } catch (Error|InvalidArgumentException) {
                }
            })))->acquire();
        });
    }
    raises('written to', LockAcquiringException::class, null, function () {
        (new Lock(new Key('r'), new Walker(fn (Key $key) => array_walk($key, function (mixed &$value) {
            $value = 5;
        }))))->acquire();
    });
});

group('a lifetime that is something else', function () {
    $gone = 0;
    $property = new ReflectionProperty(Key::class, 'expiringTime');
    $property->setValue($key = new Key('r'), new class($gone) {
        public function __construct(private int &$gone)
        {
        }

        public function __destruct()
        {
            ++$this->gone;
        }
    });
    $key->resetLifetime();
    same('it is freed', 1, $gone);
    same('no end', null, $key->getRemainingLifetime());
});
?>
--EXPECT--
ok: array_walk()
ok: ArrayObject
ok: within an operation
ok: a lifetime that is something else
