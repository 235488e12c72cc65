--TEST--
Redis calls in two steps: sequence numbers, parked and abandoned answers, lost connections (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('cc'); need_command('php-config'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

$program = temporary_directory().'/redis_native';
$config = getenv('SLOCK_TEST_PHP_CONFIG') ?: 'php-config';
$build = sprintf(
    'cc -std=gnu11 -g -O1 -Wall -Wextra -Wno-unused-parameter -DZEND_DEBUG=0 -I%s %s -o %s %s 2>&1',
    escapeshellarg(dirname(__DIR__, 2)),
    rtrim((string) shell_exec("$config --includes")),
    escapeshellarg($program),
    escapeshellarg(__DIR__.'/redis_native.c'),
);
echo shell_exec($build);
passthru($program, $status);
same('failures', 0, $status);
?>
--EXPECT--
done: one
done: connecting
done: in any order
done: calls between the two steps
done: a full window
done: a parked answer in a full window
done: abandoned
done: many abandoned, all answered
done: a window of abandoned ones without an answer: another connection
done: late
done: a new connection is lost
done: a used connection is lost: one more try
done: a connection is lost, and another call has opened one
done: no answer in time: no more tries
done: lost, and the server refuses
done: sending fails
done: no connection at all
done: an unknown script
done: a script that stays unknown
done: an odd answer
done: a fork between the two steps
ok: failures
