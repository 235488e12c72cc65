--TEST--
DoctrineDbalStore: on MySQL, what a connection tells of another lock's statement, sent in between, grants nothing
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
require __DIR__.'/../../inc/another-lock.inc';

use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\Middleware;
use Symfony\Component\Lock\Store\DoctrineDbalStore;

/** Lets other code run around what a store asks it. */
class Interrupted implements Middleware
{
    public function wrap(Driver $driver): Driver
    {
        return new class($driver) extends Middleware\AbstractDriverMiddleware {
            public function connect(array $params): Driver\Connection
            {
                return new class(parent::connect($params)) extends Middleware\AbstractConnectionMiddleware {
                    public function exec(string $sql): int
                    {
                        return Between::around(fn () => parent::exec($sql));
                    }

                    public function lastInsertId($name = null): int|string
                    {
                        return Between::around(fn () => parent::lastInsertId());
                    }
                };
            }
        };
    }
}

drop_table_at_the_end('mysql');
foreach ([false, true] as $found) {
    $connection = sql_dbal('mysql', ['driverOptions' => [PDO::MYSQL_ATTR_FOUND_ROWS => $found]]);
    $configuration = $connection->getConfiguration()->setMiddlewares([new Interrupted()]);
    grants_nothing_in_between($found ? 'found rows' : 'changed rows', fn () => new DoctrineDbalStore(
        Doctrine\DBAL\DriverManager::getConnection($connection->getParams(), $configuration),
        ['db_table' => table()],
        0,
    ));
}
?>
--EXPECT--
ok: changed rows, another lock's statement
ok: changed rows, another fiber's statement
ok: found rows, another lock's statement
ok: found rows, another fiber's statement
