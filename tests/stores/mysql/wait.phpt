--TEST--
MysqlStore waits in the server, in bounded waits: hand-over, signals, exceptions, fatal errors, forks
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/waiting.inc';
require __DIR__.'/../../inc/sql.inc';

$make = 'new Symfony\Component\Lock\Store\MysqlStore('.var_export(my_dsn(), true).')';
$woken = my_is_mariadb();
(new Waiting(eval("return $make;"), $make, false, null, ['pdo', 'mysqlnd', 'pdo_mysql'], true, $woken))->run();
?>
--EXPECT--
ok: the lock is handed over
ok: a signal storm does not end the wait
ok: an exception of a handler does
ok: a deadline does
ok: a fatal error in a handler does
ok: a handler that forks
ok: a handler that uses the lock
