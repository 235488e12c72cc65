--TEST--
A key that comes from outside with forged state gets a fresh token
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\InMemoryStore;

$name = InMemoryStore::class;
$store = new InMemoryStore();
$good = new Key('r');
$store->save($good);
$token = $good->getState($name);
same('a token is 32 bytes, base64', [44, 32], [strlen($token), strlen(base64_decode($token, true))]);
same(
    'every key has its own',
    false,
    (function () use ($store, $name, $token) {
        $key = new Key('other');
        $store->save($key);
        return $key->getState($name) === $token;
    })(),
);
$store->delete($good);

foreach ([
    'true' => true,
    'int' => 7,
    'float' => 1.5,
    'array' => ['x'],
    'nested' => [true, 'x'],
    'object' => new stdClass(),
    'mark' => '__write__',
    'null' => null,
] as $what => $forged) {
    $key = unserialize(serialize([
        'key' => (function () use ($name, $forged) {
            $key = new Key('r');
            $key->setState($name, $forged);
            return $key;
        })(),
    ]))['key'];
    $store->save($key);
    $fresh = $key->getState($name);
    check("$what: a fresh token", is_string($fresh) && 44 === strlen($fresh) && $fresh !== $token, show($fresh));
    $store->delete($key);
}
$key = new Key('r');
$key->setState($name, $token);
$store->save($key);
same('a real token is kept', $token, $key->getState($name));
?>
--EXPECT--
ok: a token is 32 bytes, base64
ok: every key has its own
ok: true: a fresh token
ok: int: a fresh token
ok: float: a fresh token
ok: array: a fresh token
ok: nested: a fresh token
ok: object: a fresh token
ok: mark: a fresh token
ok: null: a fresh token
ok: a real token is kept
