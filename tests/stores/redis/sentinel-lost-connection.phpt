--TEST--
RedisStore with sentinels by DSN: after a lost connection the sentinels are asked, and the server says again what it is
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\RedisStore;

$master = new Node(low_port());
$sentinel = new Sentinel($master->port);
$lock = lock(new RedisStore($sentinel->dsn('&dbindex=5')), null, 30, false);
same('acquired', true, $lock->acquire());
$lock->isAcquired();
$master->admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$master->witness = new Witness($master->server);
$held = fn () => same('held', true, $lock->isAcquired());
$seen = fn () => same('on a new connection', 'select role evalsha', commands($master, $held));
same('questions to the sentinel', 1, $sentinel->commands($seen));
?>
--EXPECT--
ok: acquired
ok: held
ok: on a new connection
ok: questions to the sentinel
