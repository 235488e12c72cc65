--TEST--
PostgreSqlStore and MysqlStore: an exception on whose way a store is freed is caught where it has to be
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql', 'mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MysqlStore;
use Symfony\Component\Lock\Store\PostgreSqlStore;

final class Thrown extends Exception
{
}

/** Its store goes with it; the session is that of another store, too, and stays. */
function leave(Closure $make): void
{
    $store = $make();
    $lock = new Lock(new Key(unique()), $store);
    $lock->acquire();
    $lock->release();

    throw new Thrown();
}

function caught(Closure $f): string
{
    try {
        $f();
    } catch (Thrown) {
        return 'caught';
    }

    return 'not thrown';
}

$stores = ['pgsql' => PostgreSqlStore::class, 'mysql' => MysqlStore::class];
foreach ($stores as $kind => $class) {
    group($kind, function () use ($kind, $class) {
        $make = fn () => new $class(sql_dsn($kind), sql_options($kind));
        $stays = new Lock(new Key(unique()), $make());
        same('held', true, $stays->acquire());
        foreach (range(1, 3) as $i) {
            same('a call', 'caught', caught(fn () => leave($make)));
            same('an argument', 'caught', caught(fn () => printf('%s', leave($make))));
            same('two calls', 'caught', caught(function () use ($make) {
                try {
                    leave($make);
                } catch (LogicException) {
                }
            }));
        }
        same('still held', true, $stays->isAcquired());
    });
}
?>
--EXPECT--
ok: pgsql
ok: mysql
