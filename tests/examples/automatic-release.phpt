--TEST--
examples/automatic-release.php: a lock ends with its object
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('automatic-release');
?>
--EXPECT--
Inside the function the lock is taken.
After the function it is free.
With the object in a variable it is taken.
After unset() it is free.
