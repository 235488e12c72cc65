--TEST--
SemaphoreStore: who waits gets the lock when it is free, through any number of signals, and leaves at once on an exception
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';
require __DIR__.'/../../inc/semaphores.inc';

use Symfony\Component\Lock\Store\SemaphoreStore;

(new Waiting(
    new SemaphoreStore(),
    'new Symfony\Component\Lock\Store\SemaphoreStore()',
    false,
    fn ($resource) => (int) explode(' ', semaphores_of($resource) ?? '0 0 0')[1],
))->run();
?>
--EXPECT--
ok: the lock is handed over
ok: a signal storm does not end the wait
ok: an exception of a handler does
ok: a deadline does
ok: a fatal error in a handler does
ok: a handler that forks
ok: a handler that uses the lock
