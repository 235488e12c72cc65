--TEST--
MemcachedStore by DSN over a unix socket, text protocol: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached socket'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$dsn = var_export('memcached://'.getenv('SLOCK_TEST_MEMCACHED_SOCKET').'?binary_protocol=0', true);
count_together("new Symfony\Component\Lock\Store\MemcachedStore($dsn)", ['slock' => 8], 500);
?>
--EXPECT--
