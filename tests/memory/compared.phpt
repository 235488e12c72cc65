--TEST--
Comparing runs a __toString() that writes to the variables that are compared
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

class Factory2 extends LockFactory
{
    public mixed $mark = null;
}
class Combined2 extends CombinedStore
{
    public mixed $mark = null;
}

/** Frees what is being compared, and overwrites it. */
class Freeing
{
    public function __toString(): string
    {
        $GLOBALS['a'] = $GLOBALS['b'] = null;
        $GLOBALS['churned'] = array_map(static fn (int $i) => str_repeat(chr(65 + $i % 26), 24 + $i), range(0, 200));

        return 'same';
    }
}

function marked(object $object, mixed $mark): object
{
    $object instanceof Key ? $object->setState('mark', $mark) : $object->mark = $mark;

    return $object;
}

$store = new InMemoryStore();
foreach ([
    'keys' => static fn () => new Key('r'),
    'factories' => static fn () => new Factory2($store),
    'stores' => static fn () => new Combined2([$store], new ConsensusStrategy()),
] as $what => $make) {
    foreach (['==', '<=>'] as $operator) {
        $a = marked($make(), new Freeing());
        $b = marked($make(), 'same');
        same("$what $operator", '==' === $operator ? true : 0, '==' === $operator ? $a == $b : $a <=> $b);
        check('freed', null === $a && null === $b);
    }
}
?>
--EXPECT--
ok: keys ==
ok: freed
ok: keys <=>
ok: freed
ok: factories ==
ok: freed
ok: factories <=>
ok: freed
ok: stores ==
ok: freed
ok: stores <=>
ok: freed
