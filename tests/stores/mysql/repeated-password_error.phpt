--TEST--
DoctrineDbalMysqlStore by URL: a password that the server repeats, as the name of a user, is not shown
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('mariadb');
need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
slock.connect_timeout=2
--FILE--
<?php
require __DIR__.'/../pdo/failures.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

$url = sprintf('%%s://same-secret:same-secret@%s:%s/%s', my('HOST'), my('PORT'), my('DB'));
$at = my('HOST').':'.my('PORT');
fails('without Doctrine', new MysqlStore(sprintf($url, 'mysql+advisory')), ['***'], $at, ['same-secret']);
require 'Doctrine/DBAL/autoload.php';
fails('with Doctrine', new DoctrineDbalMysqlStore(sprintf($url, 'mysql')), ['***'], $at, ['same-secret']);
?>
--EXPECT--
ok: without Doctrine: a storage error
ok: without Doctrine: the server's words
ok: without Doctrine: the address
ok: without Doctrine: no password
ok: with Doctrine: a storage error
ok: with Doctrine: the server's words
ok: with Doctrine: the address
ok: with Doctrine: no password
