--TEST--
RedisStore with sentinels by DSN: after a failover the old master refuses a lock, and the new one keeps it
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\RedisStore;

[$master, $replica, $sentinel] = Sentinel::with_replica();
$lock = lock(new RedisStore($sentinel->dsn('&read_timeout=10')), $name = unique(), 60, false);
same('before', true, $lock->acquire());
check('replicated', eventually(fn () => 1 === $replica->server->connect()->call('EXISTS', $name)));
// NOGOODSLAVE while a busy machine makes it think that the replica is down.
check('promoted', eventually(fn () => 'OK' === $sentinel->admin->call('SENTINEL', 'FAILOVER', 'mymaster')));
$named = fn () => $sentinel->admin->call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'mymaster')[1];
check('done', eventually(fn () => (string) $replica->port === $named()));
// The sentinel takes its time to demote the old one.
$master->server->connect()->call('REPLICAOF', '127.0.0.1', $replica->port);
same('refreshed', null, $lock->refresh());
$master->admin = $master->server->connect();
same('the old master has refused it', 1, $master->errors('READONLY'));
same('held', true, $lock->isAcquired());
$replica->witness = new Witness($replica->server); // the sentinel has closed all connections
same('refreshed at the new master', 'evalsha', commands($replica, fn () => $lock->refresh()));
$lock->release();
?>
--EXPECT--
ok: before
ok: replicated
ok: promoted
ok: done
ok: refreshed
ok: the old master has refused it
ok: held
ok: refreshed at the new master
