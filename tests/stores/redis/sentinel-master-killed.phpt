--TEST--
RedisStore with sentinels by DSN: when the master is killed, the next call waits for the new one
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\RedisStore;

[$master, $replica, $sentinel] = Sentinel::with_replica();
$lock = lock(new RedisStore($sentinel->dsn('&read_timeout=15')), $name = unique(), 60, false);
$lock->acquire();
check('replicated', eventually(fn () => 1 === $replica->server->connect()->call('EXISTS', $name)));
$master->server->stop();
between('seconds that the next call waits', 0.2, 14, seconds(fn () => same('held', true, $lock->isAcquired())));
same('it is the other one', 'master', $replica->server->connect()->call('ROLE')[0]);
$lock->release();
?>
--EXPECT--
ok: replicated
ok: held
ok: seconds that the next call waits
ok: it is the other one
