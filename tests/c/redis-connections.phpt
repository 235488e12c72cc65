--TEST--
Redis calls in two steps: connections that are opened, given up, lost or inherited in between (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('cc'); need_command('php-config'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_program('redis_connections.c');
?>
--EXPECT--
done: connecting
done: an attempt to connect that nobody waits for stays for the next one
done: it failed when nobody waited for it, which tells nothing about now
done: connecting in vain
done: in a child the parent's attempt to connect is nobody's
done: late
done: a new connection is lost
done: a used connection is lost: one more try
done: a connection is lost, and another call has opened one
done: no answer in time: no more tries
done: lost, and the server refuses
done: sending fails
done: no connection at all
done: a fork between the two steps
ok: failures
