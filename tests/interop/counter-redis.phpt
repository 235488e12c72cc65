--TEST--
RedisStore: 8 processes, half of them on the PHP packages 5.4 and 7.4, increment a counter and lose nothing
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'package 5.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$class = 'new Symfony\Component\Lock\Store\RedisStore';
$client = redis_connected();
count_together([
    'slock' => is_native() ? $class.'('.var_export(redis_url(), true).')' : "$class($client)",
    '5.4' => "$class($client)",
    '7.4' => "$class($client)",
], ['slock' => 4, '5.4' => 2, '7.4' => 2], 500, ['redis']);
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
