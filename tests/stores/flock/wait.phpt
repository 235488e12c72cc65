--TEST--
FlockStore: who waits gets the lock when it is free, through any number of signals, and leaves at once on an exception
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';

use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
(new Waiting(
    new FlockStore($directory),
    'new Symfony\Component\Lock\Store\FlockStore('.var_export($directory, true).')',
    true,
))->run();
same('no lock file is open any more', [], open_files($directory));
?>
--EXPECT--
ok: the lock is handed over
ok: a signal storm does not end the wait
ok: an exception of a handler does
ok: a deadline does
ok: a fatal error in a handler does
ok: a handler that forks
ok: a handler that uses the lock
ok: no lock file is open any more
