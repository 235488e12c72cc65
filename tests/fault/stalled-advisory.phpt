--TEST--
The advisory stores by DSN and URL: a database that stalls is given up in time with an exception, and used again when it answers
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--INI--
slock.connect_timeout=0.6
slock.command_timeout=0.6
--FILE--
<?php
require __DIR__.'/../inc/sql-proxy.inc';
require __DIR__.'/../inc/sql.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalMysqlStore;
use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

const MARGIN = 1.2;

/** Ends with a storage error, not before $after seconds and not much later. */
function ends(string $what, float $after, callable $f, float $margin = MARGIN): void
{
    $outcome = '';
    $took = seconds(function () use ($f, &$outcome) { $outcome = outcome($f); });
    between("$what: seconds", $after - 0.05, $after + $margin, $took);
    check(
        "$what: a storage error",
        (bool) preg_match('/Lock(Acquiring|Storage|Releasing)Exception/', $outcome)
            && preg_match('/no answer within|not answered|cannot connect within/', $outcome),
        $outcome,
    );
}

$mysql = new SqlProxy('mysql');
$pgsql = new SqlProxy('pgsql');
$options = ['db_username' => my('USER'), 'db_password' => my('PASSWORD')];
$url = new DoctrineDbalMysqlStore($mysql->url());
foreach ([
    'MySQL, DSN' => [fn () => new MysqlStore($mysql->dsn(), $options), $mysql],
    'MySQL, persistent' => [
        fn () => new MysqlStore($mysql->dsn(), $options + ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]]),
        $mysql,
    ],
    'MySQL, URL' => [fn () => $url, $mysql],
    'PostgreSQL, DSN' => [
        fn () => new PostgreSqlStore($pgsql->dsn(), ['db_username' => pg('USER'), 'db_password' => pg('PASSWORD')]),
        $pgsql,
    ],
    'PostgreSQL, URL' => [fn () => new DoctrineDbalPostgreSqlStore($pgsql->url()), $pgsql],
] as $way => [$make, $proxy]) {
    group($way, function () use ($make, $proxy) {
        $store = $make();
        $lock = new Lock($key = new Key(unique()), $store, null, false);
        same('acquired', true, $lock->acquire());
        $proxy->stall();
        ends('exists', 0.6, fn () => $store->exists($key));
        $proxy->stall(false);
        same('given up', false, $lock->isAcquired());
        same('acquired again', true, eventually(fn () => $lock->acquire()));
        $proxy->stall();
        ends('release', 0.6, fn () => $store->delete($key));
        $proxy->stall(false);
        same('acquired once more', true, eventually(fn () => $lock->acquire()));
        $proxy->stall();
        ends(
            'a bounded wait',
            0.2,
            fn () => (new Lock(new Key(unique()), $store, null, false))->acquire(true, 0.2),
            0.4,
        );
        // Not even a connection now.
        ends('a bounded wait without a connection', 0.2, fn () => $lock->acquire(true, 0.2), 0.4);
        ends('connecting', 0.6, fn () => $lock->acquire());
        $proxy->stall(false);
        same('at last', true, eventually(fn () => $lock->acquire()));
        $lock->release();
    });
}
// A request that ends with a lock, on a session that outlives it, at a server that is silent: it gives up.
$code = sprintf(
    'use Symfony\Component\Lock\{Key, Lock, Store\MysqlStore};
    $store = new MysqlStore(%s, %s + ["db_connection_options" => [PDO::ATTR_PERSISTENT => true]]);
    $lock = new Lock(new Key("at-the-end-".getmypid()), $store, null, false);
    echo $lock->acquire() ? "acquired\n" : "not acquired\n";
    fgets(STDIN);',
    var_export($mysql->dsn(), true), var_export($options, true),
);
$child = Child::start($code, 'here', ['pdo', 'mysqlnd', 'pdo_mysql'], ['slock.command_timeout' => '0.6']);
same('a request acquires', 'acquired', $child->hear());
$mysql->stall();
between('it ends: seconds', 0.3, 0.6 + MARGIN + 1, seconds(fn () => same('without a word', '', $child->finish())));
$mysql->stall(false);
?>
--EXPECT--
ok: MySQL, DSN
ok: MySQL, persistent
ok: MySQL, URL
ok: PostgreSQL, DSN
ok: PostgreSQL, URL
ok: a request acquires
ok: without a word
ok: it ends: seconds
