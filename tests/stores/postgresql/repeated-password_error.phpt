--TEST--
PostgreSqlStore by DSN: a password that the server repeats, as the name of a user or of a database, is not shown
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
require __DIR__.'/../pdo/failures.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Store\PostgreSqlStore;

$at = pg('HOST').':'.pg('PORT');
foreach (['pgsql+advisory://same-secret:same-secret@'.$at.'/'.pg('DB'), strtr(pg_dsn([
    'user' => 'same-secret',
    'password' => 'same-secret',
]), ['pgsql:' => 'pgsql+advisory:'])] as $dsn) {
    fails('a user', new PostgreSqlStore($dsn), ['"***"'], $at, ['same-secret']);
}
$database = 'pgsql+advisory://'.pg('USER').':'.pg('PASSWORD').'@'.$at.'/'.pg('PASSWORD');
fails('a database', new PostgreSqlStore($database), ['"***"'], $at, [pg('PASSWORD')]);
?>
--EXPECT--
ok: a user: a storage error
ok: a user: the server's words
ok: a user: the address
ok: a user: no password
ok: a user: a storage error
ok: a user: the server's words
ok: a user: the address
ok: a user: no password
ok: a database: a storage error
ok: a database: the server's words
ok: a database: the address
ok: a database: no password
