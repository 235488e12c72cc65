--TEST--
ZookeeperStore: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$hosts = var_export(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'), true);
$class = 'new Symfony\Component\Lock\Store\ZookeeperStore';
$package = sprintf("(function () { require %s; return $class(new Zookeeper($hosts)); })()", var_export(dirname(__DIR__).'/inc/zookeeper_class.inc', true));
count_together([
    'slock' => is_native() ? "$class('zookeeper://'.$hosts)" : $package,
    '6.4' => $package,
    '7.4' => $package,
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 60);
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
