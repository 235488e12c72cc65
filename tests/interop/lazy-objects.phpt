--TEST--
PHP 8.4's lazy objects: the engine makes none of a native class, nor of one that extends it, and of classes that hold one as always
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip PHP before 8.4 has no lazy objects'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

class OwnStore extends InMemoryStore
{
}

class OwnFactory extends LockFactory
{
}

final class Locks
{
    public static int $made = 0;

    public function __construct(public readonly LockFactory $factory)
    {
        ++self::$made;
    }
}

foreach ([
    Key::class,
    Lock::class,
    LockFactory::class,
    InMemoryStore::class,
    OwnStore::class,
    OwnFactory::class,
] as $c) {
    $class = new ReflectionClass($c);
    $why = 'Cannot make instance of internal class lazy: ';
    raises("$c, a ghost", Error::class, $why, fn () => $class->newLazyGhost(fn () => null));
    raises("$c, a proxy", Error::class, $why, fn () => $class->newLazyProxy(fn () => null));
}

$factory = new LockFactory(new InMemoryStore());
$class = new ReflectionClass(Locks::class);
$ghost = $class->newLazyGhost(fn (Locks $locks) => $locks->__construct($factory));
$proxy = $class->newLazyProxy(fn () => new Locks($factory));
same('nothing is made yet', 0, Locks::$made);
same('a ghost that holds one', true, $ghost->factory->createLock('r')->acquire());
same('a proxy for one that holds one', true, $proxy->factory->createLock('r2')->acquire());
same('made', 2, Locks::$made);
?>
--EXPECT--
ok: Symfony\Component\Lock\Key, a ghost
ok: Symfony\Component\Lock\Key, a proxy
ok: Symfony\Component\Lock\Lock, a ghost
ok: Symfony\Component\Lock\Lock, a proxy
ok: Symfony\Component\Lock\LockFactory, a ghost
ok: Symfony\Component\Lock\LockFactory, a proxy
ok: Symfony\Component\Lock\Store\InMemoryStore, a ghost
ok: Symfony\Component\Lock\Store\InMemoryStore, a proxy
ok: OwnStore, a ghost
ok: OwnStore, a proxy
ok: OwnFactory, a ghost
ok: OwnFactory, a proxy
ok: nothing is made yet
ok: a ghost that holds one
ok: a proxy for one that holds one
ok: made
