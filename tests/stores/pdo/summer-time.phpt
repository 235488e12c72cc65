--TEST--
PdoStore: no lock ends early on MySQL where the time zone has an hour twice, at the end of summer time, and goes on to winter time
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

own_servers('MYSQL');
/** When summer time ends: the hour that follows has the numbers of the hour before. */
const END = 1_761_440_400;

$admin = new PDO(sql_dsn('mysql'), setting('MYSQL_ADMIN_USER'), setting('MYSQL_ADMIN_PASSWORD'));
$zone = 'Slock/'.bin2hex(random_bytes(6));
$admin->exec("INSERT INTO mysql.time_zone (Use_leap_seconds) VALUES ('N')");
$id = $admin->lastInsertId();
$admin->exec("INSERT INTO mysql.time_zone_name (Name, Time_zone_id) VALUES ('$zone', $id)");
$admin->exec("INSERT INTO mysql.time_zone_transition_type VALUES ($id, 0, 7200, 1, 'S'), ($id, 1, 3600, 0, 'W')");
$admin->exec("INSERT INTO mysql.time_zone_transition VALUES ($id, ".(END - 15_552_000)." , 0), ($id, ".END.', 1)');
register_shutdown_function(function () use ($admin, $id) {
    foreach (['time_zone', 'time_zone_name', 'time_zone_transition_type', 'time_zone_transition'] as $table) {
        $admin->exec("DELETE FROM mysql.$table WHERE Time_zone_id = $id");
    }
});
drop_table_at_the_end('mysql');
$mine = sql_pdo('mysql');
$others = sql_pdo('mysql');
$utc = sql_pdo('mysql');
$utc->exec("SET time_zone = '+00:00'");
foreach ([$mine, $others] as $pdo) {
    $pdo->exec("SET time_zone = '$zone'");
}
$locks = fn (PDO $pdo) => new LockFactory(new PdoStore($pdo, ['db_table' => table()], 0));
/** The server's clock for these sessions, in seconds after the end of summer time. */
$at = function (int $seconds) use ($mine, $others, $utc) {
    foreach ([$mine, $others, $utc] as $pdo) {
        $pdo->exec('SET TIMESTAMP = '.(END + $seconds));
    }
};
$clock = fn (PDO $pdo) => (int) $pdo->query('SELECT UNIX_TIMESTAMP(NOW())')->fetchColumn() - END;

$at(10);
// A newer MariaDB tells the two hours apart.
$theirs = version_compare($mine->query('SELECT VERSION()')->fetchColumn(), '11', '<') ? -3590 : 10;
group('the zone has an hour twice', fn () => same('the clock', $theirs, $clock($mine)));
foreach (['one zone' => $others, 'another zone' => $utc] as $how => $other) {
    group($how, function () use ($mine, $other, $locks, $at) {
        foreach ([[-3590, -10], [-10, 10], [10, 20], [3590, 3610], [3610, 3620]] as [$taken, $asked]) {
            foreach ([[$mine, $other], [$other, $mine]] as [$one, $two]) {
                $at($taken);
                $lock = $locks($one)->createLock($name = unique(), 300 + $asked - $taken);
                same("$taken s: taken", true, $lock->acquire());
                $at($asked);
                same("$taken s: held at $asked s", false, $locks($two)->createLock($name)->acquire());
                same("$taken s: by its owner", true, $lock->isAcquired());
                // The clock of the zone may be an hour behind.
                $at($asked + 3600 + 302);
                same("$taken s: free when its time is over", true, $locks($two)->createLock($name)->acquire());
            }
        }
    });
}

$package = 'what the package writes by the zone, in the second of the two hours';
group($package, function () use ($mine, $others, $locks, $at, $theirs) {
    $at(10);
    $key = hash('sha256', $name = unique());
    $mine->exec('INSERT INTO '.table()." VALUES ('$key', 'theirs', ".(END + $theirs + 300).')');
    same('held', false, $locks($others)->createLock($name)->acquire());
});
?>
--EXPECT--
ok: the zone has an hour twice
ok: one zone
ok: another zone
ok: what the package writes by the zone, in the second of the two hours
