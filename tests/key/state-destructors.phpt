--TEST--
State whose destructor uses the key that held it
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;

class Bomb
{
    public function __construct(private Closure $do)
    {
    }

    public function __destruct()
    {
        ($this->do)();
    }
}

$key = new Key('r');
$key->setState(
    'a',
    new Bomb(function () use ($key) { $key->setState('a', 'from the destructor'); $key->setState('b', 'too'); }),
);
$key->setState('a', 'new');
same('replaced', [true, 'too'], [$key->hasState('a'), $key->getState('b')]);

$key = new Key('r');
$key->setState(
    'a',
    new Bomb(function () use ($key) {
        $key->removeState('a');
        for ($i = 0; $i < 100; ++$i) { $key->setState("n$i", $i); }
    }),
);
$key->removeState('a');
same('removed', [false, 99], [$key->hasState('a'), $key->getState('n99')]);

$key = new Key('r');
$key->setState(
    'a',
    new Bomb(function () use ($key) { $key->__unserialize(['resource' => 'third', 'state' => ['c' => 3]]); }),
);
$key->setState('b', 2);
$key->__unserialize(['resource' => 'second', 'state' => ['b' => 2]]);
check('unserialized within', in_array((string) $key, ['second', 'third'], true));
check('and usable', is_array($key->__serialize()));

// The destructor of the old state writes to what the new one is taken from.
$name = str_repeat('n', 100);
$states = ['a' => str_repeat('s', 100), 'b' => [str_repeat('t', 100)]];
$data = ['resource' => &$name, 'state' => &$states];
$key = new Key('r');
$key->setState(
    'a',
    new Bomb(function () use (&$name, &$states, &$data) {
        $name = $states = $data = null;
        $GLOBALS['other'] = array_map(static fn ($i) => str_repeat("$i", 100), range(0, 9));
    }),
);
$key->__unserialize($data);
same(
    'unserialized from data that its destructor frees',
    [str_repeat('n', 100), str_repeat('s', 100), [str_repeat('t', 100)]],
    [(string) $key, $key->getState('a'), $key->getState('b')],
);

$key = new Key('r');
$key->setState('a', new Bomb(function () { throw new DomainException('boom'); }));
raises('a destructor that throws', DomainException::class, 'boom', fn () => $key->setState('a', 1));
same('leaves the new state', 1, $key->getState('a'));

// Not a state that a key would ever have by itself.
$key = new Key('r');
(new ReflectionProperty(Key::class, 'state'))->setValue(
    $key,
    new Bomb(function () use ($key) { $key->setState('b', 'from the destructor'); }),
);
$key->setState('a', [1]);
same('in the place of all states', [[1], 'from the destructor'], [$key->getState('a'), $key->getState('b')]);

$log = [];
$key = new Key('r');
$key->setState('a', new Bomb(function () use (&$log) { $log[] = 'a'; }));
$key->setState('b', new Bomb(function () use (&$log) { $log[] = 'b'; }));
unset($key);
same('dropped with the key', ['a', 'b'], $log);
gc_collect_cycles();
?>
--EXPECT--
ok: replaced
ok: removed
ok: unserialized within
ok: and usable
ok: unserialized from data that its destructor frees
ok: a destructor that throws
ok: leaves the new state
ok: in the place of all states
ok: dropped with the key
