--TEST--
serialize(): properties of a subclass that are references to one value still are, also where they have types
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;

class Factory2 extends LockFactory
{
    public $any;
    public $other;
    public ?array $list = null;
    private ?array $own = null;
    public mixed $mixed = 1;

    public function share(): static
    {
        $this->own = &$this->list;

        return $this;
    }

    public function own(): ?array
    {
        return $this->own;
    }
}
#[AllowDynamicProperties]
class Store2 extends FlockStore
{
    public readonly int $number;
    public $o;
    protected ?self $self = null;

    public function with(int $number): static
    {
        $this->number = $number;
        $this->self = $this;

        return $this;
    }
}

function again(object $object): object
{
    return unserialize(serialize($object));
}

$factory = new Factory2(new InMemoryStore());
$factory->any = &$factory->other;
$factory->any = [1];
$copy = again($factory);
$copy->any = 'changed';
echo "untyped: $copy->other\n";

$factory = (new Factory2(new InMemoryStore()))->share();
$factory->list = [1];
$copy = again($factory);
$copy->list = [1, 2];
echo 'typed: ', json_encode($copy->own()), "\n";

$factory = new Factory2(new InMemoryStore());
$factory->any = &$factory->list;
$factory->mixed = &$factory->list;
$factory->list = [3];
$copy = again($factory);
try {
    $copy->any = 'no array';
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
$copy->mixed[] = 4;
echo 'typed and not: ', json_encode([$copy->any, $copy->list]), "\n";

$store = (new Store2('/tmp'))->with(4);
$store->dynamic = &$store->o;
$store->o = new ArrayObject([$store]);
$copy = again($store);
$copy->dynamic = 7;
echo "dynamic: $copy->o, read-only: $copy->number\n";
// Cycles, which PHP does not free at its end.
unset($store, $copy);
gc_collect_cycles();
CODE);
?>
--EXPECT--
untyped: changed
typed: [1,2]
Cannot assign string to reference held by property Factory2::$list of type ?array
typed and not: [[3,4],[3,4]]
dynamic: 7, read-only: 4
The package 7.4 prints the same.
