--TEST--
ZooKeeper requests that cannot be sent because the connection has just been closed (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); need_command('cc'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_zookeeper_program('zookeeper_lost_sends.c');
?>
--EXPECT--
done: one request
done: two requests
done: forgotten requests
done: requests of the session's thread
done: a fork
done: no descriptors
ok: failures
