--TEST--
examples/fork.php: the lock is released as soon as one of the two processes finishes
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('fork');
?>
--EXPECT--
child:  the lock is taken, and I finish
parent: the child has finished; the lock is free
