--TEST--
A store written in PHP that took too long: what a signal handler throws while the lock is given back is told, and the lock is free; so with the loss of another lock
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/interrupting.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\ExpiringStoreTrait;
use Symfony\Component\Lock\Store\InMemoryStore;

/** Takes longer than the lock lives. Its delete() is interrupted, once. */
class Slow implements PersistingStoreInterface
{
    public int $deleted = 0;
    private InMemoryStore $store;

    public function __construct()
    {
        $this->store = new InMemoryStore();
    }

    public function save(Key $key): void
    {
        $this->store->save($key);
        $key->reduceLifetime(-1.0);
    }

    public function delete(Key $key): void
    {
        Interruption::interrupt();
        $this->store->delete($key);
        ++$this->deleted;
    }

    public function exists(Key $key): bool
    {
        return $this->store->exists($key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }
}

/** Looks for itself, as the package's stores do. */
final class Looking extends Slow
{
    use ExpiringStoreTrait;

    public function save(Key $key): void
    {
        parent::save($key);
        $this->checkNotExpired($key);
    }
}

foreach ([Slow::class, Looking::class] as $class) {
    group($class, function () use ($class) {
        foreach (Interruption::each() as $thrown => $interruption) {
            $lock = new Lock(new Key('r'), $store = new $class(), null, false);
            $told = [];
            $got = $interruption->of(function () use ($lock, &$told) {
                try {
                    $told[] = $lock->acquire();
                } catch (Throwable $e) {
                    for (; $e; $e = $e->getPrevious()) {
                        $told[] = $e::class;
                    }
                }
            });
            // Where save() of the store itself looks, it may be what save() throws, as with the package.
            Slow::class === $class
                ? same("$thrown: comes out", $thrown, $told[0] ?? $got[0])
                : check(
                    "$thrown: is told",
                    in_array($thrown, [...$told, ...$got], true) || [false] === $told,
                    show([$told, $got]),
                );
            same("$thrown: given back", 1, $store->deleted);
        }
        $lock = new Lock(new Key('r'), $store = new $class(), null, false);
        $e = raises('without it', LockAcquiringException::class, null, fn () => $lock->acquire());
        same('because', LockExpiredException::class, get_debug_type($e?->getPrevious()));
        check('given back', $store->deleted > 0);
    });
}
?>
--EXPECT--
ok: Slow
ok: Looking
