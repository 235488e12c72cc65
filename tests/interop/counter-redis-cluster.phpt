--TEST--
RedisStore over Redis Cluster: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis cluster', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$nodes = explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER'));
$dsn = var_export('redis:?host['.implode(']&host[', $nodes).']&redis_cluster=1', true);
$class = 'new Symfony\Component\Lock\Store\RedisStore';
$client = '(new RedisCluster(null, '.var_export($nodes, true).'))';
count_together([
    'slock' => is_native() ? "$class($dsn)" : "$class($client)",
    '6.4' => "$class($client)",
    '7.4' => "$class($client)",
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 500, ['redis']);
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
