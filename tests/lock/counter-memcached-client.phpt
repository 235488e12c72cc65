--TEST--
MemcachedStore through the extension memcached: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$client = sprintf("(function () { \$client = new Memcached(); \$client->addServer('%s', %d); return \$client; })()", getenv('SLOCK_TEST_MEMCACHED_HOST'), getenv('SLOCK_TEST_MEMCACHED_PORT'));
count_together("new Symfony\Component\Lock\Store\MemcachedStore($client)", ['slock' => 8], 500, ['igbinary', 'msgpack', 'memcached']);
?>
--EXPECT--
