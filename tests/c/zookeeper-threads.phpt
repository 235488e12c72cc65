--TEST--
ZooKeeper sessions of several threads: first sessions at once, and forks in the middle of the traffic (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); need_command('cc'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

// A sanitizer's allocator that comes with the environment does not bear forks beside threads.
putenv('LD_PRELOAD');
$program = temporary_directory().'/zookeeper_threads';
$build = sprintf(
    'cc -std=gnu11 -g -O1 -Wall -Wextra -Wno-unused-parameter -pthread -I%s -o %s %s -lzookeeper_st 2>&1',
    escapeshellarg(dirname(__DIR__, 2)), escapeshellarg($program), escapeshellarg(__DIR__.'/zookeeper_threads.c'),
);
echo shell_exec($build);
passthru($program.' '.escapeshellarg(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')), $status);
same('failures', 0, $status);
?>
--EXPECT--
done: first sessions at once
done: forks
done: all threads go on
ok: failures
