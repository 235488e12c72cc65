--TEST--
RedisStore: the initial TTL is how long a lock lasts that is saved without another one
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$server = new HoldingServer();
$store = new RedisStore($server->server->dsn(), 12.5);
$store->save($key = new Key($name = unique()));
group('12.5 seconds', fn () => $server->holds('save()', [token($key) => 12.5, 'writer' => 12.5, 'ttl' => 12.5], $name));
between('the key knows: seconds', 11, 12.5, $key->getRemainingLifetime());
?>
--EXPECT--
ok: 12.5 seconds
ok: the key knows: seconds
