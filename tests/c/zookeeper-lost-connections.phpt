--TEST--
ZooKeeper connections that are lost, and what the library makes of it (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); need_command('cc'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_zookeeper_program('zookeeper_lost_connections.c');
?>
--EXPECT--
done: two addresses
done: three addresses
done: four addresses
done: a server that falls silent
done: a heartbeat that cannot be sent
done: a delete that comes too late
done: a long session
ok: failures
