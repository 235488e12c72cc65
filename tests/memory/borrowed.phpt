--TEST--
Stores, loggers and destructors that replace what an operation is using: it keeps its own reference
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Overwrites what was just freed. */
function churn(): void
{
    $GLOBALS['churned'] = array_map(static fn (int $i) => str_repeat(chr(65 + $i % 26), 24 + $i), range(0, 200));
}

/** A store that gives the key another resource in the middle of its methods. */
class Renaming implements PersistingStoreInterface
{
    public bool $exists = true;
    public ?Throwable $throws = null;

    public function __construct(private array $in)
    {
    }

    private function rename(Key $key, string $method): void
    {
        if (in_array($method, $this->in, true)) {
            $key->__unserialize(['resource' => str_repeat("renamed $method ", 4), 'state' => []]);
            churn();
        }
        if ($this->throws) {
            throw $this->throws;
        }
    }

    public function save(Key $key): void { $this->rename($key, 'save'); }
    public function delete(Key $key): void { $this->rename($key, 'delete'); }
    public function putOffExpiration(Key $key, float $ttl): void { $this->rename($key, 'putOffExpiration'); }

    public function exists(Key $key): bool
    {
        $this->rename($key, 'exists');

        return $this->exists;
    }
}

foreach (['save', 'delete', 'putOffExpiration', 'exists'] as $method) {
    foreach ([null, new LockStorageException('down')] as $failure) {
        group(
            "a key that is renamed in $method()".($failure ? ', which fails' : ''),
            function () use ($method, $failure) {
                $store = new Renaming([$method]);
                $lock = new Lock(new Key(str_repeat('first ', 8)), $store, 30, false);
                $lock->setLogger(new ArrayLogger());
                $store->throws = $failure;
                foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $call) {
                    $outcome = outcome(fn () => $lock->$call());
                    check(
                        "$call: says one of its names",
                        !str_contains($outcome, '"') || preg_match('/"(first|renamed \w+) /', $outcome),
                        $outcome,
                    );
                }
            },
        );
    }
}

group('a logger that replaces itself', function () {
    $lock = new Lock(new Key('r'), new InMemoryStore(), 30);
    class Leaving extends ArrayLogger
    {
        public int $said = 0;
        public array $does = [];

        public function log($level, $message, array $context = []): void
        {
            foreach ($this->does as $do) {
                $do();
            }
            churn();
            ++$GLOBALS['said'];
        }
    }
    $GLOBALS['said'] = 0;
    foreach (['acquire', 'refresh', 'release'] as $call) {
        $lock->setLogger($logger = new Leaving());
        $logger->does = [fn () => $lock->setLogger(new ArrayLogger())];
        $logger = null;
        $lock->$call();
    }
    same('was heard', 3, $GLOBALS['said']);

    $members = [new PlainStore('a'), new PlainStore('b')];
    $combined = new CombinedStore($members, new ConsensusStrategy());
    foreach ($members as $member) {
        $member->quiet = true;
        $member->always['save'] = new LockStorageException('down');
    }
    $combined->setLogger($logger = new Leaving());
    $logger->does = [fn () => $combined->setLogger(new ArrayLogger())];
    $logger = null;
    outcome(fn () => $combined->save(new Key('r')));
    same('of a combined store', 4, $GLOBALS['said']);

    $busy = new InMemoryStore();
    $busy->save(new Key('r'));
    $retry = new RetryTillSaveStore($busy, 1, 2);
    $retry->setLogger($logger = new Leaving());
    $logger->does = [fn () => $retry->setLogger(new ArrayLogger())];
    $logger = null;
    outcome(fn () => $retry->waitAndSave(new Key('r')));
    same('of a store that tries again', 5, $GLOBALS['said']);
});

group('a factory that is constructed again by the destructor of its store', function () {
    class Reconstructing extends InMemoryStore
    {
        public ?LockFactory $factory = null;

        public function __destruct()
        {
            if ($factory = $this->factory) {
                $this->factory = null;
                outcome(fn () => $factory->__construct(new InMemoryStore()));
                churn();
            }
        }
    }
    $factory = new LockFactory($store = new Reconstructing());
    $store->factory = $factory;
    $store = null;
    outcome(fn () => $factory->__construct(new InMemoryStore()));
    same('works', true, $factory->createLock('r')->acquire());
    $factory = null;
    gc_collect_cycles();
});

group('a logger that __get() makes', function () {
    class Making extends LockFactory
    {
        protected ?object $logger = null;

        public function forget(): void
        {
            unset($this->logger);
        }

        public function __get(string $name): mixed
        {
            return new ArrayLogger();
        }
    }
    $factory = new Making(new InMemoryStore());
    $factory->forget();
    $lock = $factory->createLock('r');
    churn();
    same('works', true, $lock->acquire());
});
?>
--EXPECT--
ok: a key that is renamed in save()
ok: a key that is renamed in save(), which fails
ok: a key that is renamed in delete()
ok: a key that is renamed in delete(), which fails
ok: a key that is renamed in putOffExpiration()
ok: a key that is renamed in putOffExpiration(), which fails
ok: a key that is renamed in exists()
ok: a key that is renamed in exists(), which fails
ok: a logger that replaces itself
ok: a factory that is constructed again by the destructor of its store
ok: a logger that __get() makes
