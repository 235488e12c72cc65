--TEST--
A lock in a table of MySQL that is kept alive over the user's own connection: lastInsertId() stays what it is
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mariadb'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/sql-table.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

$found = [PDO::MYSQL_ATTR_FOUND_ROWS => true];
$clients = [
    'PDO' => fn () => sql_pdo('mysql'),
    'PDO, which counts the rows it has found' => fn () => new PDO(
        sql_dsn('mysql'),
        sql_user('mysql'),
        sql_password('mysql'),
        $found,
    ),
    'DBAL' => fn () => sql_dbal('mysql'),
];

foreach ($clients as $way => $make) {
    group($way, function () use ($make, $way) {
        $client = $make();
        $options = ['db_table' => $table = fresh_table('mysql')];
        $store = 'DBAL' === $way ? new DoctrineDbalStore($client, $options, 0) : new PdoStore($client, $options, 0);
        $run = fn (string $sql) => 'DBAL' === $way ? $client->executeStatement($sql) : $client->exec($sql);
        $rows = fresh_table('mysql');
        $admin = sql_pdo('mysql');
        $admin->exec("CREATE TABLE $rows (id BIGINT AUTO_INCREMENT PRIMARY KEY, x INT) AUTO_INCREMENT = 1000");
        // The number of a second is the same for several renewals, and then the row is what it was.
        $store->createTable();
        ($lock = new Lock(new Key('r'), $store, 4.0, false))->acquire();
        $told = null;
        $tell = function ($lock, $e) use (&$told) { $told = $e->getMessage(); };
        $is_told = function () use (&$told): bool {
            return compute(10, function () use (&$told) { return null !== $told; })
                && str_contains($told, 'does not have it');
        };
        $keep = new KeepAlive($lock, onLost: $tell);
        $ends = fn () => $admin->query("SELECT key_expiration FROM $table")->fetchColumn();
        $before = $ends();
        for ($id = 1000, $end = now() + 4; now() < $end; ++$id) {
            $run("INSERT INTO $rows (x) VALUES (1)");
            compute(0.05);
            if ((string) $id !== (string) $client->lastInsertId()) {
                same('the number of the row', (string) $id, (string) $client->lastInsertId());
                break;
            }
        }
        check('rows', $id > 1020, $id);
        // Where there is none there stays none.
        $run("UPDATE $rows SET x = 2");
        $has_none = function () use ($client): bool {
            try {
                return '0' === (string) $client->lastInsertId();
            } catch (Doctrine\DBAL\Exception) {
                return true; // as DBAL 4 says it
            }
        };
        compute(1.5);
        check('none', $has_none());
        check('it was renewed', $ends() >= $before + 4 && !$keep->isLost() && $lock->isAcquired());
        $run("INSERT INTO $rows (x) VALUES (1)");
        $admin->exec("UPDATE $table SET key_token = 'another'");
        check('a loss is seen', $is_told(), $told);
        $told = null;
        $lock = new Lock(new Key('other'), $store, 4.0, false);
        $lock->acquire();
        $run("UPDATE $rows SET x = 3");
        $keep = new KeepAlive($lock, onLost: $tell);
        $admin->exec("DELETE FROM $table");
        check('a loss is seen without a number', $is_told(), $told);
        $admin->exec("DROP TABLE $rows");
    });
}
?>
--EXPECT--
ok: PDO
ok: PDO, which counts the rows it has found
ok: DBAL
