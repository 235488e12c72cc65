--TEST--
A logger that acquires with the same key in between: the lock that is being acquired has its own lifetime afterwards
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

/** A store written in PHP that puts an end to the key's lifetime, as the package's do. */
class ShortStore implements PersistingStoreInterface
{
    public function save(Key $key): void
    {
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
        $key->reduceLifetime($ttl);
    }
}

class TakingLogger
{
    public ?Lock $lock = null;

    public function debug($message, array $context = []): void
    {
        if (str_starts_with($message, 'Successfully acquired')) {
            same('acquired in between', true, $this->lock->acquire());
        }
    }

    public function __call(string $level, array $arguments): void
    {
    }
}

$pdo = new PdoStore('sqlite::memory:');
$pdo->createTable();
foreach (['InMemoryStore' => [new InMemoryStore(), null], 'PdoStore' => [$pdo, 40.0]] as $name => [$store, $left]) {
    foreach (['shorter' => 3.0, 'longer' => 300.0] as $what => $ttl) {
        group("$name, a $what one", function () use ($store, $left, $ttl, $what) {
            $key = new Key($what);
            $logger = new TakingLogger();
            $logger->lock = new Lock($key, new ShortStore(), $ttl, false);
            $lock = new Lock($key, $store, 40.0, false);
            $lock->setLogger($logger);
            same('acquired', true, $lock->acquire());
            $rest = $lock->getRemainingLifetime();
            null === $left ? same('no end', null, $rest) : check('its own', $rest > 30.0 && $rest <= $left, "$rest");
        });
    }
}
?>
--EXPECT--
ok: InMemoryStore, a shorter one
ok: InMemoryStore, a longer one
ok: PdoStore, a shorter one
ok: PdoStore, a longer one
