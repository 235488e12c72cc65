--TEST--
PdoStore and DoctrineDbalStore: a forked child opens a connection of its own, and not one byte of it goes over its parent's
--EXTENSIONS--
ctype
mysqlnd
pcntl
pdo
pdo_mysql
pdo_pgsql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

/** Runs $f in a forked child, which ends as PHP scripts end. */
function in_child(callable $f): void
{
    if (0 === $pid = pcntl_fork()) {
        $f();
        exit(0);
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

function forks(string $what, SqlProxy $proxy, callable $makeStore): void
{
    group($what, function () use ($proxy, $makeStore) {
        $lock = new Lock($key = new Key(unique()), $store = $makeStore(), 30, false);
        $GLOBALS['keep'] = [$lock, $store];    // lives until the very end, also in children
        $parent = connections($proxy->heard(fn () => $lock->acquire()));
        same('one connection', 1, count($parent));
        $parent = $parent[0];

        same('a child that ends', [], $proxy->heard(fn () => in_child(fn () => null)));
        same(
            'a child that lets go of everything',
            [],
            $proxy->heard(fn () => in_child(function () use (&$lock, &$store) {
                unset($GLOBALS['keep'], $lock, $store);
                gc_collect_cycles();
            })),
        );
        same('a child that dies of an error', [], $proxy->heard(function () {
            if (0 === $pid = pcntl_fork()) {
                ini_set('display_errors', 0);
                ini_set('memory_limit', '8M');
                str_repeat('x', 100_000_000);
            }
            pcntl_waitpid($pid, $status);
        }));
        same(
            'the parent goes on',
            ["$parent"],
            array_map(
                fn ($m) => strstr($m, ' ', true),
                array_slice($proxy->heard(fn () => same('and holds it', true, $lock->isAcquired())), 0, 1),
            ),
        );

        $heard = $proxy->heard(fn () => in_child(function () use ($lock) {
            if (!$lock->isAcquired()) {
                exit(3);
            }
            $lock->release();
            if ($lock->isAcquired()) {
                exit(4);
            }
        }));
        check('a child that uses it', $heard && !in_array($parent, connections($heard), true), implode(', ', $heard));
        same('over a connection of its own', 1, count(connections($heard)));
        check(
            'which it closes',
            in_array(substr(strstr(end($heard), ' '), 1), ['QUIT', 'Terminate'], true),
            implode(', ', $heard),
        );
        same('the parent finds out', false, $lock->isAcquired());
        same('and takes it again', true, $lock->acquire());
        same('over its connection', [$parent], connections($proxy->heard(fn () => $lock->release())));
        $GLOBALS['keep'] = null;
    });
}

foreach (['mysql', 'pgsql'] as $kind) {
    drop_table_at_the_end($kind);
    $proxy = new SqlProxy($kind);
    forks("$kind DSN", $proxy, fn () => new PdoStore($proxy->dsn(), sql_options($kind), 0));
    forks(
        "$kind persistent DSN",
        $proxy,
        fn () => new PdoStore(
            $proxy->dsn(),
            sql_options($kind, ['db_connection_options' => [PDO::ATTR_PERSISTENT => true]]),
            0,
        ),
    );
    forks("$kind URL", $proxy, fn () => new DoctrineDbalStore($proxy->url(), ['db_table' => table()], 0));
}

// The documented example: the lock is released as soon as one of the two finishes.
foreach (['1', '0'] as $setting) {
    ini_set('slock.fork_release', $setting);
    $lock = new Lock(new Key(unique()), new PdoStore($proxy->dsn(), sql_options('pgsql'), 0), 30);
    $lock->acquire();
    in_child(fn () => null);
    same("slock.fork_release = $setting: still acquired", '0' === $setting, $lock->isAcquired());
}
?>
--EXPECT--
ok: mysql DSN
ok: mysql persistent DSN
ok: mysql URL
ok: pgsql DSN
ok: pgsql persistent DSN
ok: pgsql URL
ok: slock.fork_release = 1: still acquired
ok: slock.fork_release = 0: still acquired
