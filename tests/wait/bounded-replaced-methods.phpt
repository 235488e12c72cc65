--TEST--
Bounded waits on native stores of which a PHP class has replaced methods
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;

class SavesItself extends InMemoryStore
{
    public function save(Key $key): void
    {
        parent::save($key);
    }
}

class LooksItself extends FlockStore
{
    public function exists(Key $key): bool
    {
        return parent::exists($key);
    }
}

$directory = temporary_directory();
each_store([
    'save() replaced' => new SavesItself(),
    'waitAndSave() replaced' => new WaitsItself($directory),
    'exists() replaced' => new LooksItself($directory),
], bounded_wait(...));
?>
--EXPECT--
ok: save() replaced
ok: waitAndSave() replaced
ok: exists() replaced
