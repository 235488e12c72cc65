--TEST--
What var_export(), casts and comparisons show of keys, locks and factories, and of their clones, is what they show of the package's
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\NullStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Quiet extends ArrayLogger { }
function with(string $name, array $state = []): Key
{
    $key = new Key($name);
    foreach ($state as $k => $v) {
        $key->setState($k, $v);
    }

    return $key;
}
function dumps(string $what, object $object): void
{
    echo "--- $what\n";
    var_export($object);
    echo "\n", show(array_map(fn ($name) => strtr($name, "\0", '~'), array_keys((array) $object))), ' ',
        json_encode($object), ' ', show(get_object_vars($object)), "\n";
}

foreach ([
    'empty' => [],
    'one state' => ['a' => 'token'],
    'two' => ['a' => 'token', 'b' => [1]],
    'an object' => ['o' => new stdClass()],
    'a number' => ['17' => 5],
] as $what => $state) {
    $key = with('resource', $state);
    dumps($what, $key);
    dumps("$what, cloned", clone $key);
    dumps("$what, cloned twice", clone clone $key);
}
$key->markUnserializable();
dumps('unserializable', $key);
$lock = new Lock(with('resource'), new NullStore(), 5.5);
dumps('a lock', $lock);
dumps('a lock, cloned', clone $lock);
$lock->setLogger(new Quiet());
dumps('a lock with a logger', $lock);
$factory = new LockFactory(new FlockStore('/tmp'));
dumps('a factory', $factory);
$factory->setLogger(new Quiet());
dumps('a factory, cloned', clone $factory);
dumps('a combined store', new CombinedStore([new NullStore(), new InMemoryStore()], new ConsensusStrategy()));
dumps(
    'a store that was used',
    (function () { $s = new InMemoryStore(); $s->save(with('r', [InMemoryStore::class => 'token'])); return $s; })(),
);

echo "--- compared\n";
$later = with('a');
$later->setState('x', 1);
$later->setState('y', 2);
$later->removeState('y');
$ordered = [with('a', ['x' => 1, 'y' => 2]), with('a', ['y' => 2, 'x' => 1])];
$marked = with('a');
$marked->markUnserializable();
$timed = with('a');
$timed->reduceLifetime(100);
$longer = with('a');
$longer->reduceLifetime(200);
foreach ([
    'numbers' => [with('1'), with('01')],
    'numbers in states' => [with('a', ['x' => '1']), with('a', ['x' => '1.0'])],
    'names' => [with('a'), with('b')],
    'a state that stood alone all the time' => [with('a', ['x' => 1]), $later],
    'the order of states' => $ordered,
    'other states' => [with('a', ['x' => 1]), with('a', ['x' => 2])],
    'more states' => [with('a', ['x' => 1]), with('a', ['x' => 1, 'y' => 1])],
    'none' => [with('a'), with('a', ['x' => null])],
    'a token' => [with('a', ['x' => 'token']), with('a', ['x' => 'token'])],
    'marked' => [with('a'), $marked],
    'timed' => [with('a'), $timed],
    'two times' => [$timed, $longer],
    'its clone' => [$timed, clone $timed],
    'locks' => [new Lock(with('a'), new NullStore()), new Lock(with('a'), new NullStore())],
    'locks with other times' => [new Lock(with('a'), new NullStore(), 1), new Lock(with('a'), new NullStore(), 2)],
    'a lock and its clone' => [$lock, clone $lock],
    'factories' => [new LockFactory(new InMemoryStore()), new LockFactory(new InMemoryStore())],
    'factories of other stores' => [new LockFactory(new FlockStore('/tmp')), new LockFactory(new FlockStore('/'))],
    'a factory and its clone' => [$factory, clone $factory],
    'a key and a lock' => [with('a'), $lock],
] as $what => [$a, $b]) {
    echo "$what: ", show([$a == $b, $a != $b, $a < $b, $a > $b, $a <=> $b]), "\n";
}
echo "--- a clone is independent\n";
$clone = clone $key;
$clone->setState('only here', 1);
echo show([$key->hasState('only here'), $clone == $key, count((array) $clone)]), "\n";
CODE);
?>
--EXPECTF--
--- empty
%A
--- compared
numbers: [true, false, false, false, 0]
numbers in states: [true, false, false, false, 0]
names: [false, true, true, false, -1]
a state that stood alone all the time: [true, false, false, false, 0]
the order of states: [true, false, false, false, 0]
other states: [false, true, true, false, -1]
more states: [false, true, true, false, -1]
none: [false, true, true, false, -1]
a token: [true, false, false, false, 0]
marked: [false, true, false, true, 1]
timed: [false, true, true, false, -1]
two times: [false, true, true, false, -1]
its clone: [true, false, false, false, 0]
locks: [true, false, false, false, 0]
locks with other times: [false, true, true, false, -1]
a lock and its clone: [true, false, false, false, 0]
factories: [true, false, false, false, 0]
factories of other stores: [false, true, false, true, 1]
a factory and its clone: [true, false, false, false, 0]
a key and a lock: [false, true, false, false, 1]
--- a clone is independent
[false, false, 4]
The package 7.4 prints the same.
