--TEST--
ZooKeeper sessions of several threads: first sessions at once, and forks in the middle of the traffic (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); need_command('cc'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_zookeeper_program('zookeeper_threads.c');
?>
--EXPECT--
done: first sessions at once
done: forks
done: all threads go on
ok: failures
