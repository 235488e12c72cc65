--TEST--
MysqlStore by DSN over TLS: nobody hears of the good-bye of a connection that was shut down at its time limit
--EXTENSIONS--
mysqlnd
openssl
pdo
pdo_mysql
--INI--
slock.command_timeout=0.5
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_command('openssl'); need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/own-database.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

error_reporting(E_ALL & ~E_DEPRECATED); // PHP 8.5 has other names for the constants.
$server = new OwnDatabase('mysql');
$options = [
    PDO::MYSQL_ATTR_SSL_CA => $server->certify(),
    PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT => true,
];
$held = new Lock(new Key('lock'), new MysqlStore($server->pdo()), null);
check('held', $held->acquire());
$heard = [];
set_error_handler(function ($code, $message) use (&$heard) { $heard[] = $message; }, E_ALL & ~E_DEPRECATED);
$lock = new Lock(new Key('lock'), new MysqlStore($server->dsn(), ['db_connection_options' => $options]), null);
check('refused', !$lock->acquire());
$me = getmypid();
$late = 0;
// The answer arrives while this process is stopped. It is too late, or in time after all: that is up to the scheduler.
for ($i = 0; $i < 8 && $late < 2; ++$i) {
    $stopper = proc_open(['sh', '-c', "sleep 0.15; kill -STOP $me; sleep 0.3; kill -CONT $me"], [], $pipes);
    try {
        $lock->acquire(true, 0.25);
    } catch (Exception) {
        ++$late;
    }
    proc_close($stopper);
}
same('what was heard', [], $heard);
?>
--EXPECT--
ok: held
ok: refused
ok: what was heard
