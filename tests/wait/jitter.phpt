--TEST--
The pauses of a polling wait differ, so that processes that wait for one lock do not ask in step: up to a tenth less
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;

/** Is free as soon as a pause was shorter than that, and notes how long each of them was. */
final class FreeAfterAShortPause implements PersistingStoreInterface
{
    /** @var list<float> seconds */
    public array $pauses = [];
    private ?float $asked = null;

    public function __construct(private float $short)
    {
    }

    public function save(Key $key): void
    {
        null === $this->asked || $this->pauses[] = now() - $this->asked;
        // The first pauses grow: 1, 2, 4 … 64 ms. Those that are long enough differ on a busy machine anyway.
        $free = count($this->pauses) > 9 && end($this->pauses) < $this->short || count($this->pauses) >= 100;
        $this->asked = now();
        $free || throw new LockConflictedException();
    }

    public function delete(Key $key): void
    {
    }

    public function exists(Key $key): bool
    {
        return true;
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
    }
}

foreach ([
    'acquire(true)' => fn (Lock $lock) => $lock->acquire(true),
    'acquire(true, 60.0)' => fn (Lock $lock) => $lock->acquire(true, 60.0),
    'Slock\acquire()' => fn (Lock $lock) => Slock\acquire($lock, 60.0),
] as $name => $acquire) {
    group($name, function () use ($acquire) {
        $store = new FreeAfterAShortPause(0.098);
        same('acquired', true, $acquire(new Lock(new Key('r'), $store, null, false)));
        $pause = end($store->pauses);
        between('a pause of less than 100 ms, seconds', 0.09, 0.098, $pause);
    });
}
?>
--EXPECT--
ok: acquire(true)
ok: acquire(true, 60.0)
ok: Slock\acquire()
