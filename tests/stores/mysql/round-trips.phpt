--TEST--
MySQL: one message for every operation, by DSN, through PDO and through Doctrine, and one statement at the server
--EXTENSIONS--
pdo
mysqlnd
pdo_mysql
ctype
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
need('mariadb');
need_command('strace');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\MysqlStore;

$steps = <<<'CODE'
    $factory = new Symfony\Component\Lock\LockFactory($store);
    $first = $factory->createLock('warm', null); $first->acquire(); $first->release();
    $lock = $factory->createLock('mysql steps', 300);
    step('acquire', fn () => $lock->acquire());
    step('refresh', fn () => $lock->refresh(600));
    step('isAcquired', fn () => $lock->isAcquired());
    step('release', fn () => $lock->release());
    $lock->acquire();
    step('destructor', function () use (&$lock) { $lock = null; });
    $lock = $factory->createLock('mysql steps', 300);
    step('isAcquired without a lock', fn () => $lock->isAcquired());
    step('acquire, waiting', fn () => $lock->acquire(true));
    step('acquire again', fn () => $lock->acquire());
    step('a conflict', fn () => $factory->createLock('mysql steps')->acquire());
    CODE;
foreach ([
    'by DSN' => 'new Symfony\Component\Lock\Store\MysqlStore(my_dsn())',
    'through PDO' => 'new Symfony\Component\Lock\Store\MysqlStore(my_pdo())',
    'through PDO, without emulation' =>
        'new Symfony\Component\Lock\Store\MysqlStore(my_pdo([PDO::ATTR_EMULATE_PREPARES => false]))',
    'through Doctrine' => 'new Symfony\Component\Lock\Store\DoctrineDbalMysqlStore(dbal("pdo_mysql"))',
] as $way => $make) {
    echo "-- $way\n";
    print_messages("\$store = $make; $steps", ['pdo', 'mysqlnd', 'pdo_mysql', 'ctype']);
}

echo "-- at the server\n";
$store = new MysqlStore($pdo = my_pdo());
$count = fn () => (int) $pdo->query("SHOW SESSION STATUS LIKE 'Questions'")->fetch()[1];
$before = $count();
for ($i = 0; $i < 10; ++$i) {
    $lock = (new LockFactory($store))->createLock('counted', 300);
    $lock->acquire();
    $lock->refresh();
    $lock->isAcquired();
    $lock->release();
}
same('statements of ten cycles', 40, $count() - $before - 1);
?>
--EXPECT--
-- by DSN
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
acquire again: 1
a conflict: 1
-- through PDO
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
acquire again: 1
a conflict: 1
-- through PDO, without emulation
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
acquire again: 1
a conflict: 1
-- through Doctrine
acquire: 1
refresh: 1
isAcquired: 1
release: 1
destructor: 1
isAcquired without a lock: 0
acquire, waiting: 1
acquire again: 1
a conflict: 1
-- at the server
ok: statements of ten cycles
