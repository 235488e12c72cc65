--TEST--
ZookeeperStore: DSNs and \Zookeeper, and the PHP packages 6.4 and 7.4 increment a counter and lose nothing
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/ways-code.inc';

$dsn = 'new Symfony\Component\Lock\Store\ZookeeperStore('
    .var_export('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'), true).')';
count_together([
    'slock' => is_native() ? [$dsn, zookeeper_way()] : zookeeper_way(),
    '6.4' => zookeeper_way(),
    '7.4' => zookeeper_way(),
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 500);
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
