--TEST--
VarDumper: dump() shows what is locked, until when and on which server, and neither a password nor a whole token
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_file('Symfony/Component/VarDumper/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require_once 'Symfony/Component/VarDumper/autoload.php';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\VarDumper\Cloner\VarCloner;
use Symfony\Component\VarDumper\Dumper\CliDumper;

function dumped(object $object): string
{
    return (new CliDumper())->dump((new VarCloner())->cloneVar($object), true);
}

$key = new Key('invoice');
$store = new InMemoryStore();
$lock = new Lock($key, $store, 60);
check('acquired', $lock->acquire());
$key->reduceLifetime(60);
$token = $key->getState(InMemoryStore::class);
$seen = dumped($lock);
check('no token', strlen($token) > 20 && !str_contains($seen, $token), $seen);
check('its beginning', 2 === substr_count($seen, substr($token, 0, 6).'...'), $seen);
check('the resource', str_contains($seen, '-resource: "invoice"'), $seen);
check('the time left', (bool) preg_match('/-remainingLifetime: (\d+\.\d+)/', $seen, $left) && $left[1] <= 60, $seen);

$seen = dumped(new Lock($key, new RedisStore('redis://user:s3cret-Pa55@db.example:1234/5')));
check('no password', !str_contains($seen, 's3cret-Pa55'), $seen);
check('the server', str_contains($seen, '-server: "db.example:1234"') && str_contains($seen, '-database: 5'), $seen);
$lock->release();
same('nothing from PHP', [], php_classes());
?>
--EXPECT--
ok: acquired
ok: no token
ok: its beginning
ok: the resource
ok: the time left
ok: no password
ok: the server
ok: nothing from PHP
