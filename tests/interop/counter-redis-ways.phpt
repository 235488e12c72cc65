--TEST--
RedisStore: a DSN, a socket, \Redis, Predis and Relay, and the PHP packages 6.4 and 7.4 with \Redis and Predis, increment a counter and lose nothing
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis', 'redis socket', 'package 6.4', 'package 7.4');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/ways-code.inc';

own_servers('REDIS'); // also by its socket
$theirs = [redis_ways()['Redis'], redis_ways()['Predis']];
count_together([
    'slock' => is_native() ? [redis_dsn_ways()['socket'], ...$theirs, redis_ways()['Relay']] : $theirs,
    '6.4' => $theirs,
    '7.4' => $theirs,
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
