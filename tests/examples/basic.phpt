--TEST--
examples/basic.php: a lock is acquired, refused to others, released
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('basic');
?>
--EXPECT--
I have the lock and make the PDF.
Another owner tries: refused, the lock is taken.
I have released the lock.
Another owner tries again: got it.
