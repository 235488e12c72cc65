--TEST--
MysqlStore: a lock whose destructor cannot release it, as a result is being read, is free for the next key of the session
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\MysqlStore;

$pdo = sql_pdo('mysql');
$pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$factory = new LockFactory(new MysqlStore($pdo));
$others = new LockFactory(new MysqlStore(sql_pdo('mysql')));
$name = unique('unbuffered');
$rows = fn () => $pdo->query('SELECT 1 UNION SELECT 2 UNION SELECT 3');
$warnings = [];
set_error_handler(function (int $level, string $message) use (&$warnings) {
    $warnings[] = str_contains($message, 'Failed to release');

    return true;
});

group('a destructor', function () use ($factory, $others, $name, $rows, &$warnings) {
    for ($i = 0; $i < 2; ++$i) {
        $lock = $factory->createLock($name);
        same('acquired', true, $lock->acquire());
        $reading = $rows();
        $reading->fetch();
        $warnings = [];
        unset($lock);
        same('it could not release', [true], $warnings);
        same('others', false, $others->createLock($name)->acquire());
        unset($reading);
    }
    $lock = $factory->createLock($name);
    same('the next key', true, $lock->acquire());
    same('not others meanwhile', false, $others->createLock($name)->acquire());
    $lock->release();
    $other = $others->createLock($name);
    same('others after it', true, $other->acquire());
    same('and not this session', false, $factory->createLock($name)->acquire());
});

group('release()', function () use ($factory, $name, $rows) {
    $lock = $factory->createLock("$name 2");
    $lock->acquire();
    $reading = $rows();
    $reading->fetch();
    raises('in the middle of a result', LockReleasingException::class, null, fn () => $lock->release());
    unset($reading);
    same('it has it still', true, $lock->isAcquired());
    same('not another key', false, $factory->createLock("$name 2")->acquire());
    $lock->release();
    same('it can be tried again', true, $factory->createLock("$name 2")->acquire());
});
?>
--EXPECT--
ok: a destructor
ok: release()
