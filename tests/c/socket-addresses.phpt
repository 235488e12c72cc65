--TEST--
Connecting to a host name with several addresses: each has a fair share of the time (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('cc'); need_command('php-config'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_program('socket_addresses.c');
?>
--EXPECT--
done: two that do not answer, and one that does
done: two that do not answer
ok: failures
