--TEST--
CombinedStore: what its constructor refuses; no copies, no cycles that are not collected
--FILE--
<?php
require __DIR__.'/../../inc/quorum.inc';
require __DIR__.'/../../inc/logger.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$strategy = new ConsensusStrategy();
foreach ([null, true, 1, 1.5, 'x', [], new stdClass(), new class {}, $strategy, fopen('php://memory', 'r')] as $bad) {
    echo outcome(fn () => new CombinedStore([new InMemoryStore(), $bad], $strategy)), "\n";
}
$closed = fopen('php://memory', 'r');
fclose($closed);
echo outcome(fn () => new CombinedStore([$closed], $strategy)), "\n";
foreach ([
    fn () => new CombinedStore(),
    fn () => new CombinedStore([]),
    fn () => new CombinedStore('x', $strategy),
    fn () => new CombinedStore([], new stdClass()),
    fn () => new CombinedStore([], null),
] as $f) {
    try {
        $f();
        echo "FAIL: accepted\n";
    } catch (TypeError $e) {
        echo get_class($e), "\n";
    }
}
$member = new InMemoryStore();
$list = [&$member];
same('a reference', null, (new CombinedStore($list, new UnanimousStrategy()))->save(new Key('r')));
same(
    'names for the members',
    null,
    (new CombinedStore(
        ['eu' => new InMemoryStore(), 7 => new InMemoryStore()],
        new UnanimousStrategy(),
    ))->save(new Key('r')),
);
unset($member, $list);

$store = new CombinedStore([new Member()], $strategy);
raises(
    'constructed twice',
    Error::class,
    'Cannot construct a Symfony\Component\Lock\Store\CombinedStore twice',
    fn () => $store->__construct([], $strategy),
);
raises('cloned', Error::class, 'clone', fn () => clone $store);
$raw = (new ReflectionClass(CombinedStore::class))->newInstanceWithoutConstructor();
raises('never constructed', Error::class, 'has not been correctly initialized', fn () => $raw->save(new Key('r')));
raises(
    'never constructed, exists',
    Error::class,
    'has not been correctly initialized',
    fn () => $raw->exists(new Key('r')),
);
raises(
    'as a member',
    Error::class,
    'has not been correctly initialized',
    fn () => new CombinedStore([$raw], $strategy),
);
raises(
    'in a lock',
    Error::class,
    'has not been correctly initialized',
    fn () => (new Symfony\Component\Lock\Lock(new Key('r'), $raw, 10))->acquire(),
);

class Itself extends CombinedStore
{
    public function __construct(bool $direct)
    {
        parent::__construct(
            [$direct ? $this : new CombinedStore([$this], new UnanimousStrategy())],
            new UnanimousStrategy(),
        );
    }
}
raises('a store that contains itself', Error::class, 'has not been correctly initialized', fn () => new Itself(true));
raises('through another', Error::class, 'has not been correctly initialized', fn () => new Itself(false));

class WithoutParent extends CombinedStore
{
    public function __construct()
    {
    }
}
raises(
    'a subclass without parent::__construct()',
    Error::class,
    'has not been correctly initialized',
    fn () => (new WithoutParent())->delete(new Key('r')),
);

/** Is collected with whatever refers to it. */
class Cyclic extends Member
{
    public static int $destroyed = 0;
    public ?object $other = null;

    public function __destruct()
    {
        ++self::$destroyed;
    }
}
class CyclicStrategy extends ConsensusStrategy
{
    public ?object $other = null;
}
for ($i = 0; $i < 100; ++$i) {
    $member = new Cyclic();
    $strategy = new CyclicStrategy();
    $member->other = $strategy->other = $store = new CombinedStore(
        [new CombinedStore([$member], $strategy), $member],
        $strategy,
    );
    $store->setLogger($logger = new class($store) extends ArrayLogger {
        public function __construct(public object $store)
        {
        }
    });
}
unset($member, $strategy, $store, $logger);
gc_collect_cycles();
same('cycles are collected', 100, Cyclic::$destroyed);
?>
--EXPECT--
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "null".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "bool".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "int".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "float".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "string".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "array".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "stdClass".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "class@anonymous".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "Symfony\Component\Lock\Strategy\ConsensusStrategy".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "resource (stream)".
Symfony\Component\Lock\Exception\InvalidArgumentException: The store must implement "Symfony\Component\Lock\PersistingStoreInterface". Got "resource (closed)".
ArgumentCountError
ArgumentCountError
TypeError
TypeError
TypeError
ok: a reference
ok: names for the members
ok: constructed twice
ok: cloned
ok: never constructed
ok: never constructed, exists
ok: as a member
ok: in a lock
ok: a store that contains itself
ok: through another
ok: a subclass without parent::__construct()
ok: cycles are collected
