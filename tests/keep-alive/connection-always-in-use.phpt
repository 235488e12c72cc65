--TEST--
A lock in a table that is kept alive over a Doctrine connection on which the program asks one question after another, and does nothing else: it is renewed between two of them
--EXTENSIONS--
ctype
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

$connection = sql_dbal('mysql');
$store = new DoctrineDbalStore($connection, ['db_table' => fresh_table('mysql')], 0);
$store->createTable();
$lock = new Lock(new Key('r'), $store, 4.5, false);
same('acquired', true, $lock->acquire());
$lost = 0;
$kept = new KeepAlive($lock, onLost: function () use (&$lost) { ++$lost; });
// A call is out of Doctrine's code for some microseconds of these four milliseconds.
for ($end = now() + 7; now() < $end;) {
    $connection->executeQuery('SELECT SLEEP(0.004)');
}
same('lost', 0, $lost);
same('held', [false, true], [$lock->isExpired(), $lock->isAcquired()]);
$kept->stop();
?>
--EXPECT--
ok: acquired
ok: lost
ok: held
