--TEST--
Keys in comparisons; keys, locks, stores and factories in var_dump(), casts and foreach
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

function with(string $name, array $state = [], ?float $ttl = null): Key
{
    $key = new Key($name);
    foreach ($state as $k => $v) {
        $key->setState($k, $v);
    }
    if ($ttl) {
        $key->reduceLifetime($ttl);
    }

    return $key;
}

echo "keys\n";
echo show(new Key('a') == new Key('a')), ' the same name', "\n";
echo show(new Key('a') == new Key('b')), ' other names', "\n";
echo show(with('a', ['x' => 1]) == with('a', ['x' => 1])), ' the same state', "\n";
echo show(with('a', ['x' => 1]) == with('a', ['x' => 2])), ' other state', "\n";
echo show(with('a', [], 5) == with('a')), ' with and without a lifetime', "\n";
echo show(in_array(new Key('b'), [new Key('a')])), ' in_array()', "\n";
echo show('a' == new Key('a')), ' a string', "\n";
echo show((bool) new Key('')), ' as bool', "\n";
echo show(new Key('a') == new stdClass()), ' another class', "\n";

echo "nothing public\n";
$key = new Key('a');
$store = new InMemoryStore();
foreach ([$key, new Lock($key, $store), $store, new LockFactory($store)] as $object) {
    $seen = [];
    foreach ($object as $name => $value) {
        $seen[] = $name;
    }
    echo $object::class, ' ', show($seen), ' ', json_encode($object), ' ', show(get_object_vars($object)), "\n";
    ob_start();
    var_dump($object);
    print_r($object);
    var_export($object);
    debug_zval_refcount($object);
    ob_end_clean();
}
function debug_zval_refcount(object $object): void
{
    count((array) $object);
}
echo "done\n";
CODE);
?>
--EXPECT--
keys
true the same name
false other names
true the same state
false other state
false with and without a lifetime
false in_array()
true a string
true as bool
false another class
nothing public
Symfony\Component\Lock\Key [] {} []
Symfony\Component\Lock\Lock [] {} []
Symfony\Component\Lock\Store\InMemoryStore [] {} []
Symfony\Component\Lock\LockFactory [] {} []
done
The package 7.4 prints the same.
