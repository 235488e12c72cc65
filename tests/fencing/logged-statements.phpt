--TEST--
PdoStore and DoctrineDbalStore: fencing tokens where a subclass of \PDO, or a middleware, logs each statement into a table that counts
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/sql-table.inc';

use Doctrine\DBAL\Driver;
use Doctrine\DBAL\Driver\Middleware;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

use function Slock\fencing_token;

final class Log
{
    public static string $insert;
}

final class Logs extends PDO
{
    public function exec(string $statement): int|false
    {
        $rows = parent::exec($statement);
        parent::exec(Log::$insert);

        return $rows;
    }
}

final class LogsOfDoctrine implements Middleware
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
                        parent::exec(Log::$insert);

                        return $rows;
                    }
                };
            }
        };
    }
}

$ways = [
    'mysql, PDO' => fn () => new Logs(sql_dsn('mysql'), sql_user('mysql'), sql_password('mysql')),
    'mysql, DBAL' => function () {
        $connection = sql_dbal('mysql');

        return Doctrine\DBAL\DriverManager::getConnection(
            $connection->getParams(),
            $connection->getConfiguration()->setMiddlewares([new LogsOfDoctrine()]),
        );
    },
    'sqlite, PDO' => fn () => new Logs(sql_dsn('sqlite')),
];
foreach ($ways as $way => $connect) {
    group($way, function () use ($way, $connect) {
        $kind = strtok($way, ',');
        $admin = sql_pdo($kind);
        [$table, $log] = [fresh_table($kind), fresh_table($kind)];
        drop_table_at_the_end($kind, "{$table}_fence");
        $counts = 'mysql' === $kind ? 'AUTO_INCREMENT' : 'AUTOINCREMENT';
        $admin->exec("CREATE TABLE $log (id INTEGER PRIMARY KEY $counts, x INTEGER)");
        Log::$insert = "INSERT INTO $log (x) VALUES (1)";
        $class = str_ends_with($way, 'DBAL') ? DoctrineDbalStore::class : PdoStore::class;
        $store = new $class($connect(), ['db_table' => $table, 'fencing' => true], 0);
        $tokens = [];
        for ($i = 0; $i < 3; ++$i) {
            $lock = owner($store, 'r');
            same('acquired', true, $lock->acquire());
            $tokens[] = fencing_token($lock);
            $fence = $admin->query("SELECT key_fence FROM {$table}_fence")->fetchColumn();
            same('the token is what was minted', (int) $fence, fencing_token($lock));
            same('another owner', false, owner($store, 'r')->acquire());
            $lock->release();
        }
        grow('owner after owner', $tokens);
        check('it was logged', $admin->query("SELECT COUNT(*) FROM $log")->fetchColumn() > 6);
    });
}
?>
--EXPECT--
ok: mysql, PDO
ok: mysql, DBAL
ok: sqlite, PDO
