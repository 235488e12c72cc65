--TEST--
RedisStore through \Redis: a bounded wait is bounded also on a connection from the pool that had a longer time limit before
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$slow = new SlowServer();
$before = $slow->redis('pconnect', 0);
$before->setOption(Redis::OPT_READ_TIMEOUT, 25);
$before->ping();
unset($before);
$lock = lock(new RedisStore($slow->redis('pconnect', 0, 0.5)), null, 30, false);
$slow->proxy->does('stall');
$start = microtime(true);
raises('fails', LockAcquiringException::class, null, fn () => $lock->acquire(true, 1.0));
between('in time', 0.0, 15.0, microtime(true) - $start);
?>
--EXPECT--
ok: fails
ok: in time
