--TEST--
A PHP subclass of a store gets the package's calls for the methods that it overrides
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;

class All extends InMemoryStore
{
    public array $calls = [];
    public function save(Key $key): void { $this->calls[] = __FUNCTION__; parent::save($key); }
    public function saveRead(Key $key): void { $this->calls[] = __FUNCTION__; parent::saveRead($key); }
    public function putOffExpiration(Key $key, float $ttl): void
    {
        $this->calls[] = __FUNCTION__.'('.$ttl.')';
        parent::putOffExpiration($key, $ttl);
    }
    public function delete(Key $key): void { $this->calls[] = __FUNCTION__; parent::delete($key); }
    public function exists(Key $key): bool { $this->calls[] = __FUNCTION__; return parent::exists($key); }
    public function take(): string { [$calls, $this->calls] = [$this->calls, []]; return implode(' ', $calls); }
}
class OnlySave extends InMemoryStore
{
    public int $count = 0;
    public function save(Key $key): void { ++$this->count; parent::save($key); }
}
class OnlyPutOff extends InMemoryStore
{
    public array $ttls = [];
    public function putOffExpiration(Key $key, float $ttl): void { $this->ttls[] = $ttl; $key->reduceLifetime($ttl); }
}
class OnlyExists extends InMemoryStore
{
    public int $count = 0;
    public bool $lie = false;
    public function exists(Key $key): bool { ++$this->count; return $this->lie || parent::exists($key); }
}
class OnlyDelete extends InMemoryStore
{
    public int $count = 0;
    public function delete(Key $key): void { ++$this->count; parent::delete($key); }
}
class OnlyWait extends FlockStore
{
    public int $count = 0;
    public function waitAndSave(Key $key): void { ++$this->count; parent::waitAndSave($key); }
}
class Refusing extends InMemoryStore
{
    public function save(Key $key): void { throw new LockConflictedException(); }
}

$store = new All();
$lock = new Lock(new Key('r'), $store, 10);
same('acquire', [true, 'save putOffExpiration(10)'], [$lock->acquire(), $store->take()]);
same('refresh', [null, 'putOffExpiration(20)'], [$lock->refresh(20), $store->take()]);
same('isAcquired', [true, 'exists'], [$lock->isAcquired(), $store->take()]);
same('acquireRead', [true, 'saveRead putOffExpiration(10)'], [$lock->acquireRead(), $store->take()]);
same('release', [null, 'delete exists'], [$lock->release(), $store->take()]);
$lock->acquire();
$store->take();
unset($lock);
same('destructor', 'exists delete exists', $store->take());

$store = new OnlySave();
$lock = new Lock(new Key('r'), $store, 10);
same(
    'only save',
    [true, 1, true, false],
    [$lock->acquire(), $store->count, $lock->isAcquired(), (new Lock(new Key('r'), $store))->acquire()],
);

$store = new OnlyPutOff();
$lock = new Lock(new Key('r'), $store, 10);
same('only putOffExpiration', [true, [10.0]], [$lock->acquire(), $store->ttls]);
between('its lifetime', 5, 10, $lock->getRemainingLifetime());

$store = new OnlyExists();
$lock = new Lock(new Key('r'), $store, 10);
same('only exists', [true, true, 1], [$lock->acquire(), $lock->isAcquired(), $store->count]);
$store->lie = true;
raises(
    'only exists: release',
    'Symfony\Component\Lock\Exception\LockReleasingException',
    'Failed to release the "r" lock, the resource is still locked.',
    fn () => $lock->release(),
);
$store->lie = false;
same('only exists: count', 2, $store->count);

$store = new OnlyDelete();
$lock = new Lock(new Key('r'), $store, 10);
$lock->acquire();
unset($lock);
same('only delete', 1, $store->count);

$store = new OnlyWait(temporary_directory());
$lock = new Lock(new Key('r'), $store, 10);
same('only waitAndSave', [true, 1], [$lock->acquire(true), $store->count]);
$lock->release();

same('a refusal is a conflict', false, (new Lock(new Key('r'), new Refusing()))->acquire());

$plain = new class extends InMemoryStore {};
$lock = new Lock(new Key('r'), $plain, 10);
same(
    'a subclass that overrides nothing',
    [true, true, false],
    [
        $lock->acquire(),
        $plain->exists(new Key('r')) || $lock->isAcquired(),
        (new Lock(new Key('r'), $plain))->acquire(),
    ],
);
?>
--EXPECT--
ok: acquire
ok: refresh
ok: isAcquired
ok: acquireRead
ok: release
ok: destructor
ok: only save
ok: only putOffExpiration
ok: its lifetime
ok: only exists
ok: only exists: release
ok: only exists: count
ok: only delete
ok: only waitAndSave
ok: a refusal is a conflict
ok: a subclass that overrides nothing
