--TEST--
The MySQL advisory stores: the server is stopped between two calls, and started again
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('mariadb');
need_command('setpriv');
need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
require __DIR__.'/../../inc/restarts.inc';

use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

$server = new OwnDatabase('mysql');
// Before Doctrine can be found.
$url = new DoctrineDbalMysqlStore($server->url('mysql+advisory'));
$dbal = $server->dbal('pdo_mysql');
restarts($server, [
    'DSN' => [fn () => new MysqlStore($server->dsn()), true, null],
    'URL through PDO' => [fn () => $url, true, null],
    'URL through Doctrine' => [fn () => new DoctrineDbalMysqlStore($server->url('mysql')), true, null],
    'PDO' => [fn () => new MysqlStore($server->pdo()), false, null],
    'Doctrine' => [fn () => new DoctrineDbalMysqlStore($dbal), false, fn () => $dbal->close()],
], ['gone away', 'lost connection', 'refused', 'shutdown']);
?>
--EXPECT--
ok: DSN: before
ok: URL through PDO: before
ok: URL through Doctrine: before
ok: PDO: before
ok: Doctrine: before
ok: DSN: the server is stopped
ok: URL through PDO: the server is stopped
ok: URL through Doctrine: the server is stopped
ok: PDO: the server is stopped
ok: Doctrine: the server is stopped
ok: DSN: the server is back
ok: URL through PDO: the server is back
ok: URL through Doctrine: the server is back
ok: PDO: the server is back
ok: Doctrine: the server is back
