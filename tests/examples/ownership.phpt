--TEST--
examples/ownership.php: isAcquired() tells that the lock was lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

replay('ownership', redis_dsn(9));
?>
--EXPECT--
Acquired: yes
Another owner got the lock meanwhile: yes
Still mine: no, roll back
Still theirs: yes
