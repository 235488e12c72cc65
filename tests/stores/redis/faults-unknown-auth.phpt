--TEST--
RedisStore by DSN: a server that does not know AUTH, and repeats what it was told: the password is in no message
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis('--rename-command', 'AUTH', '');
foreach (['topsecret@', 'user:topsecret@'] as $credentials) {
    $store = new RedisStore("redis://{$credentials}127.0.0.1:$server->port");
    $said = outcome(fn () => (new Lock(new Key('name'), $store, 60, false))->acquire());
    check('no password', !str_contains($said, 'topsecret'), $said);
    check('what is wrong', str_contains($said, 'ERR unknown command'), $said);
}
?>
--EXPECT--
ok: no password
ok: what is wrong
ok: no password
ok: what is wrong
