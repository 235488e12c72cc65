--TEST--
MemcachedStore: 8 processes, half of them on the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$host = getenv('SLOCK_TEST_MEMCACHED_HOST');
$port = (int) getenv('SLOCK_TEST_MEMCACHED_PORT');
$class = 'new Symfony\Component\Lock\Store\MemcachedStore';
$client = "(function () { \$client = new Memcached(); \$client->addServer('$host', $port); return \$client; })()";
count_together([
    'slock' => is_native() ? "$class('memcached://$host:$port')" : "$class($client)",
    '6.4' => "$class($client)",
    '7.4' => "$class($client)",
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 200, ['igbinary', 'msgpack', 'memcached']);
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
