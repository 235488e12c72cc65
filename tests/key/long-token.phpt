--TEST--
Key: a token that is longer than any that a store makes is none: what it may do to a server is not found out
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;

foreach ([255 => true, 256 => false, 1100000 => false] as $length => $counts) {
    $key = new Key('r');
    $key->setState(InMemoryStore::class, $token = str_repeat('t', $length));
    same("$length bytes", true, (new Lock($key, new InMemoryStore(), null, false))->acquire());
    same("$length bytes: the token", $counts, $token === $key->getState(InMemoryStore::class));
}
?>
--EXPECT--
ok: 255 bytes
ok: 255 bytes: the token
ok: 256 bytes
ok: 256 bytes: the token
ok: 1100000 bytes
ok: 1100000 bytes: the token
