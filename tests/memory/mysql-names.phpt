--TEST--
MysqlStore: lock names leave nothing behind in memory
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\MysqlStore;

foreach (['DSN' => new MysqlStore(my_dsn()), 'PDO' => new MysqlStore(my_pdo())] as $way => $store) {
    $factory = new LockFactory($store);
    $cycle = function (int $i) use ($factory) {
        $lock = $factory->createLock("memory $i");
        $lock->acquire() && $lock->isAcquired() && $lock->refresh(10);
        $lock->release();
    };
    for ($i = 0; $i < 100; ++$i) {
        $cycle($i);
    }
    $before = memory_get_usage();
    for (; $i < 2100; ++$i) {
        $cycle($i);
    }
    between("$way: bytes for each name", -10, 10, (memory_get_usage() - $before) / 2000);
}
?>
--EXPECT--
ok: DSN: bytes for each name
ok: PDO: bytes for each name
