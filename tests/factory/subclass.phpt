--TEST--
Subclasses of LockFactory: an overridden createLockFromKey() is called by createLock(), and $this->logger is there
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\LockInterface;
use Symfony\Component\Lock\SharedLockInterface;
use Symfony\Component\Lock\Store\InMemoryStore;

class Prefixed extends LockFactory
{
    public array $calls = [];

    public function createLockFromKey(Key $key, ?float $ttl = 300.0, bool $autoRelease = true): SharedLockInterface
    {
        $this->calls[] = [(string) $key, $ttl, $autoRelease];

        return parent::createLockFromKey(new Key('prefix.'.$key), $ttl, $autoRelease);
    }

    public function logger(): ?object
    {
        return $this->logger;
    }
}

$store = new InMemoryStore();
$factory = new Prefixed($store);
same('no logger', null, $factory->logger());
$lock = $factory->createLock('a');
same('called', [['a', 300.0, true]], $factory->calls);
$factory->createLock('b', 5, false);
same('called with', ['b', 5.0, false], $factory->calls[1]);
same('acquire', true, $lock->acquire());
same(
    'its name',
    [true, false],
    [(new Lock(new Key('a'), $store))->acquire(), (new Lock(new Key('prefix.a'), $store))->acquire()],
);

$factory->setLogger($logger = new ArrayLogger());
same('the logger', $logger, $factory->logger());
$factory->createLock('c')->acquire();
check('is given to the locks', in_array('debug', $logger->levels(), true), show($logger->levels()));
same('which name their key', 'prefix.c', (string) $logger->records[0][2]['resource']);

// A lock keeps the logger that it was made with.
$factory->setLogger($second = new ArrayLogger());
$logger->records = [];
$lock->acquire();
same('a lock made before has none', [[], []], [$logger->records, $second->records]);

class WithLogger extends LockFactory
{
    public function __construct($store, $logger)
    {
        parent::__construct($store);
        $this->logger = $logger;
    }
}
$lock = (new WithLogger($store, $second))->createLock('d');
$lock->acquire();
check('a logger that the subclass put there', [] !== $second->records);

class Other extends LockFactory
{
    public function createLockFromKey(Key $key, ?float $ttl = 300.0, bool $autoRelease = true): SharedLockInterface
    {
        return new Symfony\Component\Lock\NoLock();
    }
}

class Older extends LockFactory
{
    public function createLockFromKey(Key $key, ?float $ttl = 300.0, bool $autoRelease = true): LockInterface
    {
        return new class implements LockInterface {
            public function acquire(bool $blocking = false): bool { return true; }
            public function refresh(?float $ttl = null): void {}
            public function isAcquired(): bool { return true; }
            public function release(): void {}
            public function isExpired(): bool { return false; }
            public function getRemainingLifetime(): ?float { return 7.0; }
        };
    }

    public function createLock(string $resource, ?float $ttl = 300.0, bool $autoRelease = true): LockInterface
    {
        return parent::createLock($resource, $ttl, $autoRelease);
    }
}
same('locks that do not share', 7.0, (new Older($store))->createLock('x')->getRemainingLifetime());
same('another class of locks', 'Symfony\Component\Lock\NoLock', (new Other($store))->createLock('x')::class);
?>
--EXPECT--
ok: no logger
ok: called
ok: called with
ok: acquire
ok: its name
ok: the logger
ok: is given to the locks
ok: which name their key
ok: a lock made before has none
ok: a logger that the subclass put there
ok: locks that do not share
ok: another class of locks
