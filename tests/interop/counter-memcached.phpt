--TEST--
MemcachedStore: DSNs and \Memcached with both protocols, and the PHP packages 6.4 and 7.4 increment a counter and lose nothing
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('memcached', 'package 6.4', 'package 7.4');
need_extension('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/ways-code.inc';

// Not the binary protocol on the package: there a release waits 40 ms for a delayed acknowledgement.
$theirs = memcached_ways()['text'];
count_together([
    'slock' => is_native() ? [...array_values(memcached_dsn_ways()), ...array_values(memcached_ways())] : $theirs,
    '6.4' => $theirs,
    '7.4' => $theirs,
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 500, ['igbinary', 'msgpack', 'memcached']);
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
