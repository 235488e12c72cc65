--TEST--
RetryTillSaveStore: what its constructor refuses; no copies, no cycles that are not collected
--FILE--
<?php
require __DIR__.'/../../inc/stores.inc';
require __DIR__.'/../../inc/logger.inc';

use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\SharedLockStoreInterface;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;

$memory = new InMemoryStore();
foreach ([-1, PHP_INT_MIN] as $bad) {
    raises(
        "retrySleep $bad",
        InvalidArgumentException::class,
        '$retrySleep must not be negative',
        fn () => new RetryTillSaveStore($memory, $bad),
    );
    raises(
        "retryCount $bad",
        InvalidArgumentException::class,
        '$retryCount must not be negative',
        fn () => new RetryTillSaveStore($memory, 1, $bad),
    );
}
foreach ([[], [null], ['x'], [new stdClass()], [$memory, 'x'], [$memory, 1, 'x'], [$memory, INF]] as $arguments) {
    try {
        new RetryTillSaveStore(...$arguments);
        echo 'FAIL: accepted ', show($arguments), "\n";
    } catch (TypeError $e) {
        echo $e::class, "\n";
    }
}
$store = new RetryTillSaveStore($memory, 0, 0);
same('blocks', true, $store instanceof BlockingStoreInterface);
same('knows no readers', false, $store instanceof SharedLockStoreInterface);
raises(
    'constructed twice',
    Error::class,
    'Cannot construct a Symfony\Component\Lock\Store\RetryTillSaveStore twice',
    fn () => $store->__construct($memory),
);
raises('cloned', Error::class, 'clone', fn () => clone $store);
$raw = (new ReflectionClass(RetryTillSaveStore::class))->newInstanceWithoutConstructor();
raises(
    'never constructed',
    Error::class,
    'has not been correctly initialized',
    fn () => $raw->waitAndSave(new Key('r')),
);
raises(
    'in front of one that was never constructed',
    Error::class,
    'has not been correctly initialized',
    fn () => new RetryTillSaveStore($raw),
);
raises(
    'in a lock',
    Error::class,
    'has not been correctly initialized',
    fn () => (new Symfony\Component\Lock\Lock(new Key('r'), $raw, 10))->acquire(true),
);

class Itself extends RetryTillSaveStore
{
    public function __construct()
    {
        parent::__construct($this);
    }
}
raises('in front of itself', Error::class, 'has not been correctly initialized', fn () => new Itself());

class Cyclic extends PlainStore
{
    public static int $destroyed = 0;
    public ?object $other = null;

    public function __destruct()
    {
        ++self::$destroyed;
    }
}
for ($i = 0; $i < 100; ++$i) {
    $inner = new Cyclic();
    $inner->other = new RetryTillSaveStore($inner);
}
unset($inner);
gc_collect_cycles();
same('cycles are collected', 100, Cyclic::$destroyed);
?>
--EXPECT--
ok: retrySleep -1
ok: retryCount -1
ok: retrySleep -9223372036854775808
ok: retryCount -9223372036854775808
ArgumentCountError
TypeError
TypeError
TypeError
TypeError
TypeError
TypeError
ok: blocks
ok: knows no readers
ok: constructed twice
ok: cloned
ok: never constructed
ok: in front of one that was never constructed
ok: in a lock
ok: in front of itself
ok: cycles are collected
