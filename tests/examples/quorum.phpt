--TEST--
examples/quorum.php: one lock on three servers, consensus and unanimous
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('quorum', ...array_map(fn ($port) => redis_dsn(11, $port), explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))));
?>
--EXPECT--
Consensus, one of 3 servers refuses: acquired yes
Unanimous, one of 3 servers refuses: acquired no
Unanimous, all servers agree: acquired yes
