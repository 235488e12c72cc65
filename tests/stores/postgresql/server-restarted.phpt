--TEST--
The PostgreSQL advisory stores: the server is stopped between two calls, and started again
--EXTENSIONS--
ctype
pdo
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('postgresql');
need_command('setpriv');
need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
require __DIR__.'/../../inc/restarts.inc';

use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$server = new OwnDatabase('pgsql');
$dbal = $server->dbal('pdo_pgsql');
restarts($server, [
    'DSN' => [fn () => new PostgreSqlStore($server->dsn()), true, null],
    'URL' => [fn () => new DoctrineDbalPostgreSqlStore($server->url('postgresql+advisory')), true, null],
    'PDO' => [fn () => new PostgreSqlStore($server->pdo()), false, null],
    'Doctrine' => [fn () => new DoctrineDbalPostgreSqlStore($dbal), false, fn () => $dbal->close()],
], ['closed the connection', 'no connection', 'terminat', 'refused']);
?>
--EXPECT--
ok: DSN: before
ok: URL: before
ok: PDO: before
ok: Doctrine: before
ok: DSN: the server is stopped
ok: URL: the server is stopped
ok: PDO: the server is stopped
ok: Doctrine: the server is stopped
ok: DSN: the server is back
ok: URL: the server is back
ok: PDO: the server is back
ok: Doctrine: the server is back
