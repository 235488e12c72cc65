--TEST--
examples/queue.php: a key travels through a queue, and another process finishes the job
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/examples.inc';

$queue = temporary_directory().'/queue';
replay('queue', 'work', redis_dsn(10), $queue);
replay('queue', 'send', redis_dsn(10), $queue);
replay('queue', 'send', redis_dsn(10), $queue);
replay('queue', 'work', redis_dsn(10), $queue);
replay('queue', 'send', redis_dsn(10), $queue);
replay('queue', 'work', redis_dsn(10), $queue);
replay('queue');
?>
--EXPECT--
worker: the queue is empty
sender: article 42 is locked, and the job is in the queue
sender: someone works on article 42 already
worker: I own the lock: yes
worker: anybody else gets it: no
worker: article 42 is done
sender: article 42 is locked, and the job is in the queue
worker: I own the lock: yes
worker: anybody else gets it: no
worker: article 42 is done
Say what to do: send or work.
