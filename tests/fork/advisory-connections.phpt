--TEST--
The MySQL advisory stores by DSN: locks are their process', and a forked child writes not one byte on its parent's connection
--EXTENSIONS--
ctype
mysqlnd
pcntl
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
define('WITHOUT_DBAL', true);    // at first
require __DIR__.'/../inc/sql-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\MysqlStore;

/** Runs $f in a forked child, which ends as PHP scripts end. */
function in_child(callable $f): void
{
    if (0 === $pid = pcntl_fork()) {
        exit((int) $f());
    }
    pcntl_waitpid($pid, $status);
    if (0 !== $status) {
        echo "FAIL: the child ended with status $status\n";
    }
}

/** The numbers of the connections that the messages came over. */
function connections(array $messages): array
{
    return array_values(array_unique(array_map('intval', $messages)));
}

$proxy = new SqlProxy('mysql');
$url = preg_replace('/^mysql:/', 'mysql+advisory:', $proxy->url());
// Before Doctrine can be found.
$stores = [
    'DSN' => new MysqlStore($proxy->dsn(), [
        'db_username' => sql_user('mysql'),
        'db_password' => sql_password('mysql'),
    ]),
    'URL through PDO' => new DoctrineDbalMysqlStore($url),
];
same('no Doctrine', false, class_exists('Doctrine\DBAL\DriverManager'));
require_once 'Doctrine/DBAL/autoload.php';
$stores['URL through Doctrine'] = new DoctrineDbalMysqlStore($url);
same('Doctrine', true, class_exists('Doctrine\DBAL\DriverManager', false));

foreach ($stores as $way => $store) {
    group($way, function () use ($store, $proxy, &$stores) {
        $lock = new Lock($key = new Key(unique()), $store);
        // A connection that lives no longer than the question, so that no child closes it.
        $is_held = fn () => (bool) (new PDO(
            sql_dsn('mysql'),
            sql_user('mysql'),
            sql_password('mysql'),
        ))->query("SELECT IS_USED_LOCK('".hash('sha256', $key)."') IS NOT NULL")->fetchColumn();
        $GLOBALS['keep'] = [$lock, $store];    // lives until the very end, also in children
        $parent = connections($proxy->heard(fn () => $lock->acquire()));
        same('one connection', 1, count($parent));
        $parent = $parent[0];
        $children = [
            'ends' => fn () => null,
            'asks' => fn () => $lock->isAcquired() ? 3 : 0,
            'lets go of everything' => function () use (&$lock, &$store, &$stores) {
                unset($GLOBALS['keep'], $lock, $store, $stores);
                gc_collect_cycles();
            },
        ];
        foreach ($children as $what => $f) {
            same("a child that $what", [], $proxy->heard(fn () => in_child($f)));
            same("a child that $what: the lock is held", true, $is_held());
        }
        $heard = $proxy->heard(fn () => in_child(function () use ($lock, $store) {
            $own = new Lock(new Key(unique()), $store);
            // Its own session, which the parent's lock keeps out.
            return match (true) {
                $lock->acquire() => 4,
                !$own->acquire() => 5,
                !$own->isAcquired() => 6,
                default => 0,
            };
        }));
        check('a child that uses it', $heard && !in_array($parent, connections($heard), true), implode(', ', $heard));
        same('over a connection of its own', 1, count(connections($heard)));
        check('which it closes', 'QUIT' === substr(strstr(end($heard), ' '), 1), implode(', ', $heard));
        same('the parent holds it', true, $lock->isAcquired());
        same('over its connection', [$parent], connections($proxy->heard(fn () => $lock->release())));
        same('released', false, $is_held());
        $GLOBALS['keep'] = null;
    });
}
?>
--EXPECT--
ok: no Doctrine
ok: Doctrine
ok: DSN
ok: URL through PDO
ok: URL through Doctrine
