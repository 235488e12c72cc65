--TEST--
DoctrineDbalStore: locks by URL are seen by others at once, also where the server turns autocommit off and the driver does not tell
--EXTENSIONS--
ctype
mysqli
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('mariadb');
need_file('Doctrine/DBAL/autoload.php');
need_command('setpriv'); ?>
--INI--
slock.command_timeout=2
--FILE--
<?php
require __DIR__.'/../../inc/own-database.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

require_once 'Doctrine/DBAL/autoload.php';
$server = new OwnDatabase('mysql', '--autocommit=0');
$url = "$server->user:$server->password@127.0.0.1:$server->port/$server->database";
(new DoctrineDbalStore("pdo-mysql://$url", [], 0))->createTable();
foreach (['mysqli', 'pdo-mysql'] as $scheme) {
    group($scheme, function () use ($scheme, $url) {
        $make = fn () => new LockFactory(new DoctrineDbalStore("$scheme://$url", [], 0));
        $lock = $make()->createLock($name = unique());
        same('inserted', true, $lock->acquire());
        same('and seen', false, ($theirs = $make())->createLock($name)->acquire());
        $lock->release();
        same('free', true, ($other = $theirs->createLock($name))->acquire());
        same('found', false, $make()->createLock($name)->acquire());
        $other->release();
    });
}
?>
--EXPECT--
ok: mysqli
ok: pdo-mysql
