--TEST--
MemcachedStore: a restarted server has forgotten the locks, and the next call works
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached', 'memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/faults.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached();
// Not by a client object: libmemcached asks a server that was gone only after some seconds again.
foreach (['binary' => '?protocol=binary', 'text' => '?protocol=text', 'auto' => ''] as $protocol => $parameters) {
    $lock = new Lock(new Key(unique()), new MemcachedStore($server->dsn($parameters)), 60, false);
    same("$protocol: acquired", true, $lock->acquire());
    $server->stop();
    $server->start();
    same("$protocol: forgotten", false, $lock->isAcquired());
    same("$protocol: acquired again", true, $lock->acquire());
    $server->stop();
    $server->start();
    same("$protocol: restarted between two calls, the next one works", true, $lock->acquire());
}
?>
--EXPECT--
ok: binary: acquired
ok: binary: forgotten
ok: binary: acquired again
ok: binary: restarted between two calls, the next one works
ok: text: acquired
ok: text: forgotten
ok: text: acquired again
ok: text: restarted between two calls, the next one works
ok: auto: acquired
ok: auto: forgotten
ok: auto: acquired again
ok: auto: restarted between two calls, the next one works
