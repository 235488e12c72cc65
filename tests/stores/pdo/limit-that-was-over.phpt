--TEST--
PdoStore and DoctrineDbalStore by DSN and URL: what was not answered in time names the time limit that was over
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mariadb', 'postgresql'); need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/sql-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

// A sanitizer makes slow what has to be in time, too.
$connect = getenv('ASAN_OPTIONS') ? 1.5 : 0.6;
$command = $connect + 0.3;
ini_set('slock.connect_timeout', (string) $connect);
ini_set('slock.command_timeout', (string) $command);

foreach (['pgsql', 'mysql'] as $kind) {
    $proxy = new SqlProxy($kind);
    $options = ['db_table' => table(), 'db_username' => sql_user($kind), 'db_password' => sql_password($kind)];
    foreach ([
        'DSN' => fn () => new PdoStore($proxy->dsn(), $options),
        'Doctrine' => fn () => new DoctrineDbalStore($proxy->url(), ['db_table' => table()]),
    ] as $way => $make) {
        group("$kind, $way", function () use ($make, $proxy, $connect, $command) {
            $store = $make();
            $key = new Key(unique());
            $store->exists($key);
            $proxy->stall();
            foreach (["answered within $command seconds", "connected to within $connect seconds"] as $text) {
                $outcome = outcome(fn () => $store->exists($key));
                check($text, str_contains($outcome, $text), $outcome);
            }
            $proxy->stall(false);
        });
    }
    $proxy->stop();
}
?>
--EXPECT--
ok: pgsql, DSN
ok: pgsql, Doctrine
ok: mysql, DSN
ok: mysql, Doctrine
