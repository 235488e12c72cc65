--TEST--
DoctrineDbalMysqlStore: a connection that says of itself that it is not connected gets an exception and no lock, never "false"
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require 'Doctrine/DBAL/autoload.php';

use Doctrine\DBAL\DriverManager;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
class Shy extends Doctrine\DBAL\Connection
{
    public function isConnected(): bool
    {
        return false;
    }
}

$connection = DriverManager::getConnection([
    'driver' => 'pdo_mysql',
    'host' => getenv('SLOCK_TEST_MYSQL_HOST'),
    'port' => (int) getenv('SLOCK_TEST_MYSQL_PORT'),
    'user' => getenv('SLOCK_TEST_MYSQL_USER'),
    'password' => getenv('SLOCK_TEST_MYSQL_PASSWORD'),
    'dbname' => getenv('SLOCK_TEST_MYSQL_DB'),
    'wrapperClass' => Shy::class,
]);
$name = unique();
$lock = new Lock(new Key($name), new DoctrineDbalMysqlStore($connection), 30.0);
foreach (['once' => [false], 'waiting' => [true, 0.3]] as $how => $arguments) {
    group($how, function () use ($lock, $arguments, $connection, $name) {
        raises('acquire()', LockAcquiringException::class, null, fn () => $lock->acquire(...$arguments));
        same('nothing is left', null, $connection->fetchOne("SELECT IS_USED_LOCK('".hash('sha256', $name)."')"));
    });
}
?>
--EXPECT--
ok: once
ok: waiting
