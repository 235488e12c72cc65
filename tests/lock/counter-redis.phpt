--TEST--
RedisStore by DSN over TCP: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$dsn = var_export(redis_url(), true);
count_together("new Symfony\Component\Lock\Store\RedisStore($dsn)", ["slock" => 8], 500);
?>
--EXPECT--
ok: process 0 of 8 finished
ok: process 1 of 8 finished
ok: process 2 of 8 finished
ok: process 3 of 8 finished
ok: process 4 of 8 finished
ok: process 5 of 8 finished
ok: process 6 of 8 finished
ok: process 7 of 8 finished
ok: nothing was lost
