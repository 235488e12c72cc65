--TEST--
What a signal handler throws while a member of a CombinedStore works that is written in PHP is not swallowed as that member's failure
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Stopped extends Exception
{
}

final class Interrupted implements PersistingStoreInterface
{
    public bool $sends = false;
    private InMemoryStore $store;

    public function __construct()
    {
        $this->store = new InMemoryStore();
    }

    private function ask(string $method, mixed ...$arguments): mixed
    {
        if ($this->sends) {
            $this->sends = false;
            posix_kill(getmypid(), SIGUSR1);
        }

        return $this->store->$method(...$arguments);
    }

    public function save(Key $key): void
    {
        $this->ask('save', $key);
    }

    public function delete(Key $key): void
    {
        $this->ask('delete', $key);
    }

    public function exists(Key $key): bool
    {
        return $this->ask('exists', $key);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        $this->ask('putOffExpiration', $key, $ttl);
    }
}

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () { throw new Stopped('stopped'); });

$member = new Interrupted();
$store = new CombinedStore([new InMemoryStore(), $member, new InMemoryStore()], new ConsensusStrategy());
foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $operation) {
    group($operation, function () use ($operation, $member, $store) {
        $lock = new Lock(new Key(unique()), $store, 300.0);
        'acquire' === $operation || $lock->acquire();
        $member->sends = true;
        try {
            $lock->$operation();
            $thrown = null;
        } catch (Throwable $thrown) {
        }
        same('it comes out', [Stopped::class, 'stopped'], [get_debug_type($thrown), $thrown?->getMessage()]);
        same('when all was done', 'release' !== $operation, $lock->isAcquired());
    });
}
?>
--EXPECT--
ok: acquire
ok: refresh
ok: isAcquired
ok: release
