--TEST--
PdoStore: locks by DSN are seen by others at once, also where MySQL or the options of the connection turn autocommit off
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--INI--
slock.command_timeout=2
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

drop_table_at_the_end('mysql');
$others = new PdoStore(sql_dsn('mysql'), sql_options('mysql'), 0);
$others->createTable();
$off = [
    'an option' => [PDO::ATTR_AUTOCOMMIT => false],
    'a persistent connection' => [PDO::ATTR_AUTOCOMMIT => 0, PDO::ATTR_PERSISTENT => true],
    'the server' => [PDO::MYSQL_ATTR_INIT_COMMAND => 'SET autocommit = 0'],
    'the server, found rows' => [
        PDO::MYSQL_ATTR_INIT_COMMAND => 'SET autocommit = 0',
        PDO::MYSQL_ATTR_FOUND_ROWS => true,
    ],
];
foreach ($off as $how => $options) {
    group($how, function () use ($options, $others) {
        $theirs = new LockFactory($others);
        $make = fn () => new LockFactory(
            new PdoStore(sql_dsn('mysql'), sql_options('mysql', ['db_connection_options' => $options]), 0),
        );

        // The first statement of the connection inserts a row.
        $lock = $make()->createLock($name = unique());
        same('inserted', true, $lock->acquire());
        same('and seen', false, $theirs->createLock($name)->acquire());
        same('again', true, $lock->acquire());
        $lock->release();
        same('free', true, ($other = $theirs->createLock($name))->acquire());

        // It finds one.
        same('found', false, $make()->createLock($name)->acquire());
        $other->release();

        // It only looks: what it sees later is not of the past.
        $takes = $theirs->createLockFromKey($key = new Key(unique()), 300, false);
        same('taken', true, $takes->acquire());
        $looks = $make()->createLockFromKey(clone $key, 300, false);
        same('looked at', true, $looks->isAcquired());
        $takes->release();
        same('gone', false, $looks->isAcquired());
    });
}
?>
--EXPECT--
ok: an option
ok: a persistent connection
ok: the server
ok: the server, found rows
