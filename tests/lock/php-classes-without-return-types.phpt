--TEST--
Stores and locks written for the line 5.4, without return types, still load and work
--FILE--
<?php
error_reporting(E_ALL);
$messages = [];
set_error_handler(function (int $level, string $message) use (&$messages) {
    $messages[] = [$level, $message];

    return true;
});
require __DIR__.'/../inc/slock.inc';

// Compiled now, so that the handler sees what the engine says.
eval(<<<'CODE'
use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\SharedLockInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\StrategyInterface;

class OldStore implements BlockingStoreInterface, BlockingSharedLockStoreInterface
{
    public $calls = [];
    public function save(Key $key) { $this->calls[] = __FUNCTION__; }
    public function saveRead(Key $key) { $this->calls[] = __FUNCTION__; }
    public function waitAndSave(Key $key) { $this->calls[] = __FUNCTION__; }
    public function waitAndSaveRead(Key $key) { $this->calls[] = __FUNCTION__; }
    public function delete(Key $key) { $this->calls[] = __FUNCTION__; }
    public function exists(Key $key) { $this->calls[] = __FUNCTION__; return $this->there; }
    public function putOffExpiration(Key $key, float $ttl) { $this->calls[] = __FUNCTION__; }
    public $there = false;
}
class OldLock implements SharedLockInterface
{
    public function acquire(bool $blocking = false) { return true; }
    public function acquireRead(bool $blocking = false) { return true; }
    public function refresh(float $ttl = null) {}
    public function isAcquired() { return true; }
    public function release() {}
    public function isExpired() { return false; }
    public function getRemainingLifetime() { return null; }
}
class OldStrategy implements StrategyInterface
{
    public function isMet(int $numberOfSuccess, int $numberOfItems) { return true; }
    public function canBeMet(int $numberOfFailure, int $numberOfItems) { return true; }
}
class OldMemory extends InMemoryStore
{
    public $calls = [];
    public function save(Key $key) { $this->calls[] = __FUNCTION__; parent::save($key); }
    public function putOffExpiration(Key $key, float $ttl)
    {
        $this->calls[] = __FUNCTION__;
        parent::putOffExpiration($key, $ttl);
    }
}
class OldFactory extends LockFactory
{
    public function createLock(string $resource, ?float $ttl = 300.0, bool $autoRelease = true)
    {
        return parent::createLock("old.$resource", $ttl, $autoRelease);
    }
}
CODE);

// What PHP 8.4 says about `float $ttl = null`, with which code for the line 5.4 was written, has nothing to do with us.
$messages = array_values(array_filter(
    $messages,
    fn ($m) => !str_contains($m[1], 'OldLock::refresh(): Implicitly marking parameter $ttl as nullable'),
));
$levels = array_values(array_unique(array_column($messages, 0)));
same('nothing but deprecations', [E_DEPRECATED], $levels);
check(
    'about the return types',
    [] === array_filter(
        $messages,
        fn ($m) => !str_contains($m[1], 'should either be compatible with')
            && !str_contains($m[1], 'ReturnTypeWillChange'),
    ),
    show($messages),
);

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;

$store = new OldStore();
$lock = new Lock(new Key('r'), $store, 10);
same('acquire', true, $lock->acquire());
same('acquire(true)', true, $lock->acquire(true));
same('acquireRead', true, $lock->acquireRead());
same('acquireRead(true)', true, $lock->acquireRead(true));
same('isAcquired', false, $lock->isAcquired());
$store->there = 1;
same('isAcquired, with a result that is no bool', true, $lock->isAcquired());
$store->there = false;
same('release', null, $lock->release());
same(
    'calls',
    'save putOffExpiration waitAndSave putOffExpiration saveRead putOffExpiration waitAndSaveRead putOffExpiration exists exists delete exists',
    implode(' ', $store->calls),
);

$memory = new OldMemory();
$lock = (new OldFactory($memory))->createLock('r', 10);
same('factory', true, $lock->acquire());
same('overridden methods are called', ['save', 'putOffExpiration'], $memory->calls);
same('and the parent works', false, (new Lock(new Key('old.r'), $memory))->acquire());
same('strategy', null, (new CombinedStore([$memory], new OldStrategy()))->save(new Key('other')));
same('lock', true, (new OldLock())->acquire());
?>
--EXPECT--
ok: nothing but deprecations
ok: about the return types
ok: acquire
ok: acquire(true)
ok: acquireRead
ok: acquireRead(true)
ok: isAcquired
ok: isAcquired, with a result that is no bool
ok: release
ok: calls
ok: factory
ok: overridden methods are called
ok: and the parent works
ok: strategy
ok: lock
