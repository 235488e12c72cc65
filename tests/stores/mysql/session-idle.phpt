--TEST--
Stores by DSN and URL on MySQL: a session that the server has ended because it was idle is replaced, and no error handler of the user's hears of it
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

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store;

$idle = 'SET SESSION wait_timeout = 1';
$options = ['db_connection_options' => [PDO::MYSQL_ATTR_INIT_COMMAND => $idle]];
$query = '?driverOptions['.PDO::MYSQL_ATTR_INIT_COMMAND.']='.rawurlencode($idle);
$stores = ['MysqlStore' => new Store\MysqlStore(my_dsn(), $options), 'PdoStore' => new Store\PdoStore(my_dsn(), $options)];
require_once 'Doctrine/DBAL/autoload.php';
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
$stores['DoctrineDbalMysqlStore'] = new Store\DoctrineDbalMysqlStore(my_url('mysql+advisory', $query));
$stores['DoctrineDbalStore'] = new Store\DoctrineDbalStore(my_url('mysql', $query));
// As frameworks do it.
set_error_handler(fn (int $level, string $text) => throw new ErrorException($text, 0, $level));

$watcher = my_pdo();
$sessions = fn (array $names) => array_filter(array_map(
    fn ($name) => $watcher->query("SELECT IS_USED_LOCK('".hash('sha256', $name)."')")->fetchColumn(),
    $names,
));
foreach (['isAcquired', 'acquire', 'refresh', 'release', 'destructor', 'another lock'] as $what) {
    $locks = $names = [];
    foreach ($stores as $class => $store) {
        $locks[$class] = (new LockFactory($store))->createLock($names[] = unique(), 300);
        if (true !== $locks[$class]->acquire()) {
            echo "FAIL: $class: not acquired\n";
        }
    }
    if (2 !== count($sessions($names)) || !eventually(fn () => [] === $sessions($names))) {
        echo "FAIL: the sessions did not end\n";
    }
    usleep(300_000); // those of the tables, too
    foreach ($stores as $class => $store) {
        $table = in_array($class, ['PdoStore', 'DoctrineDbalStore'], true);
        group("$class: $what", function () use ($what, &$locks, $class, $store, $table) {
            match ($what) {
                'isAcquired' => same('result', $table, $locks[$class]->isAcquired()),
                'acquire' => same('result', true, $locks[$class]->acquire()),
                'refresh' => $table
                    ? same('result', null, $locks[$class]->refresh())
                    : raises('refused', Symfony\Component\Lock\Exception\LockConflictedException::class, null, $locks[$class]->refresh(...)),
                'release' => same('result', null, $locks[$class]->release()),
                'destructor' => same('result', null, $locks[$class] = null),
                'another lock' => same('result', true, (new LockFactory($store))->createLock(unique(), 300)->acquire()),
            };
        });
    }
}
?>
--EXPECT--
ok: MysqlStore: isAcquired
ok: PdoStore: isAcquired
ok: DoctrineDbalMysqlStore: isAcquired
ok: DoctrineDbalStore: isAcquired
ok: MysqlStore: acquire
ok: PdoStore: acquire
ok: DoctrineDbalMysqlStore: acquire
ok: DoctrineDbalStore: acquire
ok: MysqlStore: refresh
ok: PdoStore: refresh
ok: DoctrineDbalMysqlStore: refresh
ok: DoctrineDbalStore: refresh
ok: MysqlStore: release
ok: PdoStore: release
ok: DoctrineDbalMysqlStore: release
ok: DoctrineDbalStore: release
ok: MysqlStore: destructor
ok: PdoStore: destructor
ok: DoctrineDbalMysqlStore: destructor
ok: DoctrineDbalStore: destructor
ok: MysqlStore: another lock
ok: PdoStore: another lock
ok: DoctrineDbalMysqlStore: another lock
ok: DoctrineDbalStore: another lock
