--TEST--
MySQL: persistent PDO connections and Doctrine around them share a session at the server, and locks exclude each other there
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/shared-session.inc';

use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

require_once 'Doctrine/DBAL/autoload.php';
$other = my_pdo();
shared_session(
    MysqlStore::class,
    fn () => my_pdo([PDO::ATTR_PERSISTENT => true]),
    fn ($pdo) => (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn(),
    fn ($resource) => 1 === (int) $other->query("SELECT IS_FREE_LOCK('".hash('sha256', $resource)."')")->fetchColumn(),
    [DoctrineDbalMysqlStore::class, 'pdo_mysql', [
        'host' => my('HOST'),
        'port' => (int) my('PORT'),
        'dbname' => my('DB'),
        'user' => my('USER'),
        'password' => my('PASSWORD'),
        'driverOptions' => [PDO::ATTR_PERSISTENT => true],
    ]],
);
?>
--EXPECT--
ok: two objects, one session
ok: PDO: one owner
ok: PDO: a key and two objects
ok: PDO: the object goes, the session stays
ok: Doctrine: one owner
ok: Doctrine: a key and two objects
ok: Doctrine: the object goes, the session stays
