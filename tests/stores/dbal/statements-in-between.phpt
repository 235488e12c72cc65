--TEST--
DoctrineDbalStore: a middleware that sends statements of its own after ours on MySQL takes no lock away, and grants none
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php
require __DIR__.'/../../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php');
?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\Middleware;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

/** After each statement it asks something, with which LAST_INSERT_ID() of the statement is lost for the client. */
class Asks implements Middleware
{
    public function wrap(Driver $driver): Driver
    {
        return new class($driver) extends Middleware\AbstractDriverMiddleware {
            public function connect(array $params): Driver\Connection
            {
                return new class(parent::connect($params)) extends Middleware\AbstractConnectionMiddleware {
                    public function exec(string $sql): int
                    {
                        $rows = parent::exec($sql);
                        parent::query('SHOW WARNINGS');

                        return $rows;
                    }
                };
            }
        };
    }
}

drop_table_at_the_end('mysql');
foreach ([false, true] as $found) {
    group($found ? 'found rows' : 'changed rows', function () use ($found) {
        $connection = sql_dbal('mysql', ['driverOptions' => [PDO::MYSQL_ATTR_FOUND_ROWS => $found]]);
        $configuration = $connection->getConfiguration()->setMiddlewares([new Asks()]);
        $make = fn () => new DoctrineDbalStore(
            Doctrine\DBAL\DriverManager::getConnection($connection->getParams(), $configuration),
            ['db_table' => table()],
            0,
        );
        $mine = new Key($name = unique());
        ($store = $make())->save($mine);
        $store->putOffExpiration($mine, 100);
        $others = $make();
        foreach ([1, 2] as $ignored) {
            // Within one second nothing changes.
            $store->putOffExpiration($mine, 100);
            $store->save($mine);
            raises('save of another', LockConflictedException::class, null, fn () => $others->save(new Key($name)));
            raises(
                'putOffExpiration of another',
                LockConflictedException::class,
                null,
                fn () => $others->putOffExpiration(new Key($name), 100),
            );
            same('held', true, $store->exists($mine));
        }
        $store->delete($mine);
        $others->save($other = new Key($name));
        same('taken by another', [false, true], [$store->exists($mine), $others->exists($other)]);
    });
}
?>
--EXPECT--
ok: changed rows
ok: found rows
