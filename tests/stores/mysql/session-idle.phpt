--TEST--
Stores by DSN and URL on MySQL: a session that the server ended because it was idle is replaced, and no error handler hears of it
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql.inc';
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
$idle = 'SET SESSION wait_timeout = 1';
$options = ['db_connection_options' => [PDO::MYSQL_ATTR_INIT_COMMAND => $idle]];
$query = '?driverOptions['.PDO::MYSQL_ATTR_INIT_COMMAND.']='.rawurlencode($idle);
require_once 'Doctrine/DBAL/autoload.php';
// Other tests drop the table of the default name.
$own = ['db_table' => fresh_table('mysql')];
$stores = [
    'MysqlStore' => fn () => new Store\MysqlStore(my_dsn(), $options),
    'PdoStore' => fn () => new Store\PdoStore(my_dsn(), $options + $own),
    'DoctrineDbalMysqlStore' => fn () => new Store\DoctrineDbalMysqlStore(my_url('mysql+advisory', $query)),
    'DoctrineDbalStore' => fn () => new Store\DoctrineDbalStore(my_url('mysql', $query), $own),
];
$operations = [
    'isAcquired' => fn ($lock, $store, $table) => same('result', $table, $lock->isAcquired()),
    'acquire' => fn ($lock) => same('result', true, $lock->acquire()),
    'refresh' => fn ($lock, $store, $table) => $table
        ? same('result', null, $lock->refresh())
        : raises('refused', LockConflictedException::class, null, $lock->refresh(...)),
    'release' => fn ($lock) => same('result', null, $lock->release()),
    'destructor' => function ($lock) {
        check('nothing thrown', true);
    },
    'another lock' => fn ($lock, $store) => same(
        'result',
        true,
        (new LockFactory($store))->createLock(unique(), 300)->acquire(),
    ),
];
// As frameworks do it.
set_error_handler(fn (int $level, string $text) => throw new ErrorException($text, 0, $level));

// Each has a session of its own, and all of them end at the same time.
$held = [];
$names = '';
foreach ($stores as $class => $make) {
    foreach ($operations as $operation => $do) {
        $store = $make();
        $lock = (new LockFactory($store))->createLock($name = unique(), 300);
        $lock->acquire();
        $held["$class: $operation"] = [$do, $lock, $store, !str_contains($class, 'Mysql')];
        $names .= ", IS_USED_LOCK('".hash('sha256', $name)."')";
        unset($lock);
    }
}
$watcher = my_pdo();
$sessions = fn () => count(array_filter($watcher->query("SELECT 0$names")->fetch(PDO::FETCH_NUM)));
same('sessions with locks', 2 * count($operations), $sessions());
check('they end', eventually(fn () => 0 === $sessions()));
usleep(300_000); // those of the tables, too
foreach (array_keys($held) as $name) {
    group($name, function () use (&$held, $name) {
        [$do, $lock, $store, $table] = $held[$name];
        unset($held[$name]);
        $do($lock, $store, $table);
        unset($lock);
    });
}
?>
--EXPECT--
ok: sessions with locks
ok: they end
ok: MysqlStore: isAcquired
ok: MysqlStore: acquire
ok: MysqlStore: refresh
ok: MysqlStore: release
ok: MysqlStore: destructor
ok: MysqlStore: another lock
ok: PdoStore: isAcquired
ok: PdoStore: acquire
ok: PdoStore: refresh
ok: PdoStore: release
ok: PdoStore: destructor
ok: PdoStore: another lock
ok: DoctrineDbalMysqlStore: isAcquired
ok: DoctrineDbalMysqlStore: acquire
ok: DoctrineDbalMysqlStore: refresh
ok: DoctrineDbalMysqlStore: release
ok: DoctrineDbalMysqlStore: destructor
ok: DoctrineDbalMysqlStore: another lock
ok: DoctrineDbalStore: isAcquired
ok: DoctrineDbalStore: acquire
ok: DoctrineDbalStore: refresh
ok: DoctrineDbalStore: release
ok: DoctrineDbalStore: destructor
ok: DoctrineDbalStore: another lock
