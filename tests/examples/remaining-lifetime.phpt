--TEST--
examples/remaining-lifetime.php: a loop that refreshes when little time is left
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('remaining-lifetime', redis_dsn(7));
?>
--EXPECT--
20 steps done within one lock, refreshed in time.
