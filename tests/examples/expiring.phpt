--TEST--
examples/expiring.php: a lock with a time to live, refreshed, lengthened, shortened
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('expiring', redis_dsn(6));
?>
--EXPECT--
The first chart, with up to 30 s left.
The second chart, with up to 30 s left.
The third chart, with up to 30 s left.
A long step, with up to 600 s left.
Back to up to 30 s.
Expired: yes. Acquired: no.
