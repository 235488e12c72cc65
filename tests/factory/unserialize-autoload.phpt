--TEST--
unserialize(): a class that hostile data names as the owner of a private property is not loaded
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;

class Base extends FlockStore
{
    private int $number = 1;

    public function number(): int
    {
        return $this->number;
    }
}
class Derived extends Base
{
}

$loaded = [];
spl_autoload_register(function (string $class) use (&$loaded) { $loaded[] = $class; });
foreach ([new LockFactory(new InMemoryStore()), new InMemoryStore(), new Derived('/tmp')] as $object) {
    $data = ["\0Evil\Gadget\0property" => 1, "\0".Base::class."\0number" => 2] + $object->__serialize();
    $text = serialize($data);
    $copy = unserialize(
        'O:'.strlen($object::class).':"'.$object::class.'"'.substr($text, 1),
        ['allowed_classes' => [$object::class, InMemoryStore::class]],
    );
    same($object::class, $object::class, $copy::class);
}
same('of a class that it extends', 2, $copy->number());
same('nothing was loaded', [], $loaded);
?>
--EXPECT--
ok: Symfony\Component\Lock\LockFactory
ok: Symfony\Component\Lock\Store\InMemoryStore
ok: Derived
ok: of a class that it extends
ok: nothing was loaded
