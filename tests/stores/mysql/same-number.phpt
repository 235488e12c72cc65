--TEST--
MysqlStore: a session of a server that was restarted has the number of one before; they are not taken for one
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_command('setpriv'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/own-database.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;

$server = new OwnDatabase('mysql');
$number = fn (PDO $pdo): int => (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
$before = $server->pdo([PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$wanted = $number($before);
$lost = new Lock(new Key('lost'), new MysqlStore($before), 300, false);
$lost->acquire();
$server->stop();
$server->start();
$others = [];
do {
    $others[] = $after = $server->pdo([PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
} while ($number($after) < $wanted);
$number($after) === $wanted || exit("FAIL: another number\n");
$store = new MysqlStore($after);
group('a lock in the new session', function () use ($store, $lost) {
    $lock = new Lock(new Key('new'), $store, 300, false);
    same('acquired', true, $lock->acquire());
    same('the old session is found dead', false, @$lost->isAcquired());
    same('held all the same', true, $lock->isAcquired());
    same('by one', false, (new Lock(new Key('new'), $store, 300, false))->acquire());
    $lock->release();
    same('released', false, $lock->isAcquired());
});
?>
--EXPECT--
ok: a lock in the new session
