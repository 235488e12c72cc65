--TEST--
SemaphoreStore: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

count_together(
    'new Symfony\Component\Lock\Store\SemaphoreStore()',
    ['slock' => 4, '6.4' => 2, '7.4' => 2],
    500,
    ['sysvsem'],
);
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
