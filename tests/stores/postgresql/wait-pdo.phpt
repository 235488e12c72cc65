--TEST--
PostgreSqlStore through a \PDO waits in the server, in bounded waits: hand-over, signals, exceptions, fatal errors, and a handler that uses the lock
--EXTENSIONS--
pdo
pdo_pgsql
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';
require __DIR__.'/../../inc/sql.inc';

$make = 'new Symfony\Component\Lock\Store\PostgreSqlStore(new PDO('.var_export(pg_dsn(), true).'))';
// A \PDO belongs to the process that has connected it, so no handler forks here.
(new Waiting(eval("return $make;"), $make, true, null, ['pdo', 'pdo_pgsql'], false))->run();
?>
--EXPECT--
ok: the lock is handed over
ok: a signal storm does not end the wait
ok: an exception of a handler does
ok: a deadline does
ok: a fatal error in a handler does
ok: a handler that uses the lock
