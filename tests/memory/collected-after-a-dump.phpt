--TEST--
Objects that were dumped, cast or asked for their variables are still told to the garbage collector once, not twice
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

trait Holds
{
    protected mixed $first = null;
    public mixed $holds = null;

    public function hold(mixed $what): static
    {
        $this->first = $what;
        $this->holds = $what;

        return $this;
    }

    public function first(): mixed
    {
        return $this->first;
    }

    public function variables(): array
    {
        return get_object_vars($this);
    }
}
class HoldingFactory extends LockFactory { use Holds; }
class HoldingMemory extends InMemoryStore { use Holds; }
class HoldingFlock extends FlockStore { use Holds; }
class HoldingCombined extends CombinedStore { use Holds; }
class HoldingRetry extends RetryTillSaveStore { use Holds; }
class HoldingLogger extends ArrayLogger
{
    public mixed $holds = null;
    public function log($level, $message, array $context = []): void {}
}

$directory = temporary_directory();
$make = [
    'a factory' => fn () => new LockFactory(new InMemoryStore()),
    'a subclass of it' => fn () => new HoldingFactory(new InMemoryStore()),
    'a store in memory' => fn () => new HoldingMemory(),
    'a store of files' => fn () => new HoldingFlock($directory),
    'a combined store' => fn () => new HoldingCombined([new InMemoryStore()], new UnanimousStrategy()),
    'a store that tries again' => fn () => new HoldingRetry(new InMemoryStore()),
    'a lock' => fn () => new Lock(new Key('r'), new InMemoryStore()),
    'a key' => fn () => new Key('r'),
];
$look = [
    'var_dump' => function (object $o) { ob_start(); var_dump($o); ob_end_clean(); },
    'print_r' => fn (object $o) => print_r($o, true),
    'cast' => fn (object $o) => (array) $o,
    'variables' => fn (object $o) => method_exists($o, 'variables') ? $o->variables() : get_object_vars($o),
    'foreach' => function (object $o) { foreach ($o as $unused) { } },
    'array_walk' => function (object $o) { @array_walk($o, fn () => null); },
    'json' => fn (object $o) => json_encode($o),
    'compared' => fn (object $o) => $o == clone_or_same($o),
    'reflection' => fn (object $o) => array_map(
        fn ($p) => $p->isInitialized($o),
        (new ReflectionObject($o))->getProperties(),
    ),
];

function clone_or_same(object $o): object
{
    return (new ReflectionObject($o))->isCloneable() ? clone $o : $o;
}

foreach ($make as $what => $f) {
    group($what, function () use ($f, $look) {
        foreach ($look as $how => $g) {
            // In use, and part of a cycle: a count that is taken off twice frees what it holds.
            $object = $f();
            $logger = new HoldingLogger();
            $logger->holds = $object;
            if (method_exists($object, 'setLogger')) {
                $object->setLogger($logger);
            }
            if (method_exists($object, 'setState')) {
                $object->setState('a', [$logger]);
            }
            $held = new stdClass();
            $held->back = $object;
            method_exists($object, 'hold') && $object->hold([$held]);
            for ($i = 0; $i < 3; ++$i) {
                $g($object);
                gc_collect_cycles();
            }
            check("$how: the logger", $logger->holds === $object);
            check(
                "$how: what it holds",
                !method_exists($object, 'hold')
                    || ($object->first()[0] === $held && $object->holds[0]->back === $object),
            );
            if ($object instanceof LockFactory) {
                $lock = $object->createLock('x');
                same("$how: works", true, $lock->acquire());
                unset($lock);
            }
            $watched = WeakReference::create($object);
            unset($object, $held, $logger);
            gc_collect_cycles();
            gc_collect_cycles();
            check("$how: collected", null === $watched->get());
        }
    });
}
?>
--EXPECT--
ok: a factory
ok: a subclass of it
ok: a store in memory
ok: a store of files
ok: a combined store
ok: a store that tries again
ok: a lock
ok: a key
