--TEST--
RedisStore over Redis Cluster: a DSN, \RedisCluster and Predis, and the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis cluster', 'package 6.4', 'package 7.4');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/ways-code.inc';

$theirs = [redis_ways()['RedisCluster'], redis_ways()['Predis cluster']];
count_together([
    'slock' => is_native() ? [redis_dsn_ways()['cluster'], ...$theirs] : $theirs,
    '6.4' => $theirs,
    '7.4' => $theirs[0], // it cannot load its scripts through Predis
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
