--TEST--
Bounded waits on stores that are written in PHP
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

each_store(['plain' => new Plain(), 'blocking' => new Blocking(), 'sharing' => new Sharing()], bounded_wait(...));
?>
--EXPECT--
ok: plain
ok: blocking
ok: sharing
