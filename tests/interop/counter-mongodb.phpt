--TEST--
MongoDbStore: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/mongodb.inc';

$store = sprintf('new Symfony\Component\Lock\Store\MongoDbStore(%s, ["gcProbability" => 0])', var_export(mongodb_uri(), true));
count_together(['slock' => $store, '6.4' => $store, '7.4' => $store], ['slock' => 4, '6.4' => 2, '7.4' => 2], 100, ['mongodb']);
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
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
