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
        excludes_another_owner($make);
    });
}
?>
--EXPECT--
ok: changed rows
ok: found rows
