--TEST--
serialize(): a subclass whose __sleep() names a private property of the native class keeps it; one that names its own only gets an object that says so
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

final class Keeps extends LockFactory
{
    public int $own = 1;

    public function __sleep(): array
    {
        return ["\0Symfony\Component\Lock\LockFactory\0store", 'own'];
    }
}

final class Drops extends LockFactory
{
    public int $own = 1;

    public function __sleep(): array
    {
        return ['own'];
    }
}

$directory = temporary_directory();
foreach ([Keeps::class, Drops::class] as $class) {
    $factory = new $class(new FlockStore($directory));
    $factory->own = 7;
    $copy = unserialize(serialize($factory));
    echo $class, ' ', $copy->own, ' ';
    try {
        var_dump($copy->createLock(unique())->acquire());
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
Keeps 7 bool(true)
Drops 7 Error: The Drops object has not been correctly initialized by its constructor
