--TEST--
RedisStore with sentinels by DSN: a server that they name and that is no master gets no lock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$named = new Node(low_port());
$other = new Node(low_port());
$sentinel = new Sentinel($named->port);
$store = new RedisStore($sentinel->dsn('&read_timeout=0.3'));

$named->admin->call('REPLICAOF', '127.0.0.1', $other->port);
$message = "Redis at 127.0.0.1:$named->port: this is no master but \"slave\"";
raises('a replica', LockStorageException::class, $message, fn () => $store->save(new Key('x')));
same('is asked for nothing', 0, $named->calls('evalsha') + $named->calls('eval'));
$named->admin->call('REPLICAOF', 'NO', 'ONE');
same('a master', 'NULL', outcome(fn () => $store->save(new Key('x'))));

// Cut off from the others, which have elected another one.
$other_sentinel = new Sentinel($other->port);
$named->admin->call('REPLICAOF', '127.0.0.1', $other->port);
$store = new RedisStore($other_sentinel->dsn('&read_timeout=5', "host[127.0.0.1:$sentinel->port]&"));
same('the next one is asked', 'NULL', outcome(fn () => $store->save(new Key('y'))));
?>
--EXPECT--
ok: a replica
ok: is asked for nothing
ok: a master
ok: the next one is asked
