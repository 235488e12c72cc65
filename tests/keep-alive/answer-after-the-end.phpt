--TEST--
Slock\KeepAlive: a renewal whose answer comes after the end of the lifetime is a loss, whatever it says: a store in PHP may have taken the lock again
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockInterface;
use Symfony\Component\Lock\Store\PdoStore;

/** One whose renewal takes its time, in which another owner comes and goes. */
final class SlowStore extends PdoStore
{
    public ?Closure $meanwhile = null;

    public function putOffExpiration(Key $key, float $ttl): void
    {
        [$meanwhile, $this->meanwhile] = [$this->meanwhile, null];
        $meanwhile && $meanwhile();
        parent::putOffExpiration($key, $ttl);
    }
}

/** Any lock. */
final class OtherLock implements LockInterface
{
    public function __construct(private Lock $lock)
    {
    }

    public function acquire(bool $blocking = false): bool
    {
        return $this->lock->acquire($blocking);
    }

    public function refresh(?float $ttl = null): void
    {
        $this->lock->refresh($ttl);
    }

    public function isAcquired(): bool
    {
        return $this->lock->isAcquired();
    }

    public function release(): void
    {
        $this->lock->release();
    }

    public function isExpired(): bool
    {
        return $this->lock->isExpired();
    }

    public function getRemainingLifetime(): ?float
    {
        return $this->lock->getRemainingLifetime();
    }
}

foreach ([
    'a Lock' => fn (Lock $lock) => $lock,
    'another class' => fn (Lock $lock) => new OtherLock($lock),
] as $what => $as) {
    group($what, function () use ($as) {
        $file = temporary_directory().'/locks';
        $store = new SlowStore("sqlite:$file");
        $lock = new Lock(new Key('r'), $store, 1.0, false);
        same('acquired', true, $lock->acquire());
        $others = [];
        $store->meanwhile = function () use ($file, &$others) {
            sleep_until(now() + 1.3);
            $other = new Lock(new Key('r'), new PdoStore("sqlite:$file"), 1.0, false);
            $others = [$other->acquire()];
            sleep_until(now() + 1.3);
        };
        $reasons = [];
        $keep = new KeepAlive($as($lock), 1.0, onLost: function ($lock, $reason = null) use (&$reasons) {
            $reasons[] = true;
        });
        compute(3.5);
        same('another owner', [true], $others);
        same('it is lost, and told once', [true, [true]], [$keep->isLost(), $reasons]);
    });
}
?>
--EXPECT--
ok: a Lock
ok: another class
