--TEST--
Redis calls that replicas have to confirm: where WAIT is sent, and what becomes of the connection and the lock (a C program)
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('cc'); need_command('php-config'); ?>
--FILE--
<?php
require __DIR__.'/program.inc';

run_program('redis_replicas.c');
?>
--EXPECT--
done: confirmed
done: there is just room for a script and its WAIT
done: no room for both behind what nobody awaits: another connection for both
done: no room for both behind what is awaited: an error, and nothing is sent
done: no room on the connection that was awaited is an error
done: refused: known at once, and the next call takes another connection
done: refused, and the WAIT has ended meanwhile
done: refused, and replicas that keep up are awaited
done: refused, and who asks many does not wait for them
done: refused, and the time of the WAIT is over
done: behind a script that is on its way nothing is sent on another connection
done: nor behind one in the place that the WAIT had
done: refused beside replicas that lag: the connection is kept
done: the time for the answer to a WAIT is that for an answer and that of the replicas
done: one of many: granted, then confirmed
done: one of many: refused, and no WAIT
done: one of many: granted, and given up: the release does not stand behind the WAIT
done: one of many: the WAIT cannot be sent
done: granted and not confirmed: it is to be given back
done: held before and not confirmed: it stays
done: held before and confirmed
done: WAIT is refused: it is to be given back
done: lost in the WAIT: script and WAIT are sent again
done: lost in the WAIT, and held by what was sent before: it is to be given back
done: lost in the WAIT, and no connection can be made: it is to be given back
done: the same where connecting is awaited
done: the same where the next connection is lost before the script has answered
done: lost in the WAIT, and refused by what is the master now
done: lost before the script has answered, and held: nobody knows since when, so it stays
done: room for ASKING as well
ok: failures
