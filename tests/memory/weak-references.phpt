--TEST--
While an object is freed its weak references are gone: the destructors of what it held do not get it back
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** What the destructors below look at, and what they have seen. */
final class Watched
{
    public static ?WeakReference $reference = null;
    public static ?WeakMap $map = null;
    public static array $seen = [];

    public static function look(): void
    {
        gc_collect_cycles();
        self::$seen[] = null === self::$reference?->get() ? 'gone' : 'there';
        self::$seen[] = count(self::$map);
    }
}
class WatchingLogger extends ArrayLogger
{
    public function __destruct() { Watched::look(); }
    public function log($level, $message, array $context = []): void {}
}
class WatchingStore extends PlainStore
{
    public bool $quiet = true;
    public function __destruct() { Watched::look(); }
}
class WatchingStrategy extends ConsensusStrategy
{
    public function __destruct() { Watched::look(); }
}
class WatchingState
{
    public function __destruct() { Watched::look(); }
}
class Value
{
    public array $at = [];
    public ?Value $other = null;
}

/** $make returns an object with the only reference to something with a destructor. */
function freed(string $what, callable $make): void
{
    $object = $make();
    Watched::$reference = WeakReference::create($object);
    Watched::$map = new WeakMap();
    // A value that the collector looks at: in a cycle, with an array of its own.
    $value = new Value();
    $value->at = unserialize(serialize(['name' => 3]));
    $value->other = $value;
    Watched::$map[$object] = $value;
    unset($value);
    Watched::$seen = [];
    unset($object);
    gc_collect_cycles();
    same($what, ['gone', 0], Watched::$seen);
    Watched::$reference = Watched::$map = null;
}

freed('a factory and its logger', function () {
    $factory = new LockFactory(new InMemoryStore());
    $factory->setLogger(new WatchingLogger());

    return $factory;
});
freed('a factory and its store', fn () => new LockFactory(new WatchingStore()));
freed('a lock and its logger', function () {
    $lock = new Lock(new Key('r'), new InMemoryStore());
    $lock->setLogger(new WatchingLogger());

    return $lock;
});
freed('a lock of a factory, and its store', fn () => (new LockFactory(new WatchingStore()))->createLock('r'));
freed('a lock and the state of its key', function () {
    $key = new Key('r');
    $key->setState('s', new WatchingState());

    return new Lock($key, new InMemoryStore());
});
freed('a combined store and its strategy', fn () => new CombinedStore([new InMemoryStore()], new WatchingStrategy()));
freed('a combined store and its member', fn () => new CombinedStore([new WatchingStore()], new ConsensusStrategy()));
freed('a combined store and its logger', function () {
    $store = new CombinedStore([new InMemoryStore()], new ConsensusStrategy());
    $store->setLogger(new WatchingLogger());

    return $store;
});
freed('a retrying store and what it decorates', fn () => new RetryTillSaveStore(new WatchingStore()));
freed('a key and its state', function () {
    $key = new Key('r');
    $key->setState('s', new WatchingState());

    return $key;
});
echo "done\n";
?>
--EXPECT--
ok: a factory and its logger
ok: a factory and its store
ok: a lock and its logger
ok: a lock of a factory, and its store
ok: a lock and the state of its key
ok: a combined store and its strategy
ok: a combined store and its member
ok: a combined store and its logger
ok: a retrying store and what it decorates
ok: a key and its state
done
