--TEST--
examples/blocking.php: acquire(true) waits
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('blocking');
?>
--EXPECT--
child:  has the lock and works for a third of a second
parent: acquire() says no and returns at once
parent: acquire(true) waits ...
child:  releases the lock
parent: has the lock now
