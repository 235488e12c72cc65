--TEST--
Redis calls in two steps: sequence numbers, parked and abandoned answers, unknown scripts (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('cc'); need_command('php-config'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_program('redis_answers.c');
?>
--EXPECT--
done: one
done: in any order
done: calls between the two steps
done: a full window
done: a parked answer in a full window
done: abandoned
done: many abandoned, all answered
done: a window of abandoned ones without an answer: another connection
done: an unknown script
done: a script that stays unknown
done: an odd answer
ok: failures
