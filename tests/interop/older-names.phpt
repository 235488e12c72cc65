--TEST--
Names that older documents use: Factory, StoreInterface, RetryTillSaveStore, NotSupportedException
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Exception\NotSupportedException;
use Symfony\Component\Lock\Factory;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\StoreInterface;

$factory = new Factory(new InMemoryStore());
same('Factory is LockFactory', LockFactory::class, $factory::class);
same('and makes locks', true, $factory->createLock('r')->acquire());
same(
    'instanceof',
    [true, true],
    [$factory instanceof Factory, (new LockFactory(new InMemoryStore())) instanceof Factory],
);

same('StoreInterface is an interface', true, interface_exists(StoreInterface::class));
same(
    'of stores that wait',
    [true, true],
    [
        is_subclass_of(StoreInterface::class, PersistingStoreInterface::class),
        is_subclass_of(StoreInterface::class, BlockingStoreInterface::class),
    ],
);
class OldStore implements StoreInterface
{
    public function save(Key $key): void {}
    public function waitAndSave(Key $key): void {}
    public function putOffExpiration(Key $key, float $ttl): void {}
    public function delete(Key $key): void {}
    public function exists(Key $key): bool { return false; }
}
same('a store that implements it', true, (new LockFactory(new OldStore()))->createLock('r')->acquire(true));

same('RetryTillSaveStore', true, new RetryTillSaveStore(new InMemoryStore()) instanceof BlockingStoreInterface);

$e = new NotSupportedException('m', 3);
same(
    'NotSupportedException',
    [true, true, 'm', 3],
    [$e instanceof LogicException, $e instanceof ExceptionInterface, $e->getMessage(), $e->getCode()],
);
?>
--EXPECT--
ok: Factory is LockFactory
ok: and makes locks
ok: instanceof
ok: StoreInterface is an interface
ok: of stores that wait
ok: a store that implements it
ok: RetryTillSaveStore
ok: NotSupportedException
