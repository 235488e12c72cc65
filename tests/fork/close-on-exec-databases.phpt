--TEST--
Databases by DSN: no descriptor of a store's connection survives exec
--EXTENSIONS--
ctype
mysqlnd
mysqli
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('mariadb', 'postgresql');
need_file('Doctrine/DBAL/autoload.php');
is_dir('/proc/self/fdinfo') or exit('skip no /proc/self/fdinfo'); ?>
--FILE--
<?php
require __DIR__.'/../inc/sql.inc';
require __DIR__.'/../inc/sql-table.inc';
require 'Doctrine/DBAL/autoload.php';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store;

/** The descriptors of this process: number => [what it is, whether exec closes it]. */
function descriptors(): array
{
    $found = [];
    foreach (scandir('/proc/self/fd') as $fd) {
        // The one of the directory itself is gone by now.
        if (
            is_numeric($fd)
            && false !== ($link = @readlink("/proc/self/fd/$fd"))
            && preg_match('/^flags:\s*(\d+)/m', (string) @file_get_contents("/proc/self/fdinfo/$fd"), $match)
        ) {
            $found[$fd] = [$link, (bool) (octdec($match[1]) & 02000000)];
        }
    }

    return $found;
}

$persistent = [PDO::ATTR_PERSISTENT => true];
$ways = [
    'PdoStore, mysql' => fn () => new Store\PdoStore(sql_dsn('mysql'), sql_options('mysql')),
    'PdoStore, mysql, persistent' => fn () => new Store\PdoStore(
        sql_dsn('mysql'),
        ['db_connection_options' => $persistent] + sql_options('mysql'),
    ),
    'PdoStore, pgsql' => fn () => new Store\PdoStore(sql_dsn('pgsql'), sql_options('pgsql')),
    'PdoStore, pgsql, URL' => fn () => new Store\PdoStore(sql_url('pgsql'), ['db_table' => table()]),
    'PdoStore, sqlite' => fn () => new Store\PdoStore(sql_dsn('sqlite'), sql_options('sqlite')),
    'DoctrineDbalStore, mysql' => fn () => new Store\DoctrineDbalStore(sql_url('mysql'), ['db_table' => table()]),
    'DoctrineDbalStore, mysqli' => fn () => new Store\DoctrineDbalStore(
        preg_replace('/^mysql:/', 'mysqli:', sql_url('mysql')),
        ['db_table' => table()],
    ),
    'DoctrineDbalStore, pgsql' => fn () => new Store\DoctrineDbalStore(sql_url('pgsql'), ['db_table' => table()]),
    'MysqlStore' => fn () => new Store\MysqlStore(my_dsn()),
    'DoctrineDbalMysqlStore' => fn () => new Store\DoctrineDbalMysqlStore(my_url()),
    'PostgreSqlStore' => fn () => new Store\PostgreSqlStore(pg_dsn()),
    'DoctrineDbalPostgreSqlStore' => fn () => new Store\DoctrineDbalPostgreSqlStore(pg_url()),
];
foreach (['mysql', 'pgsql', 'sqlite'] as $kind) {
    drop_table_at_the_end($kind);
}
foreach ($ways as $way => $make) {
    group($way, function () use ($make) {
        $before = descriptors();
        $store = $make();
        $lock = new Lock(new Key(unique()), $store, 30.0);
        same('acquired', true, $lock->acquire());
        $new = array_diff_key(descriptors(), $before);
        check('it has opened something', [] !== $new);
        foreach ($new as $fd => [$what, $closed]) {
            check("$fd ($what) is close-on-exec", $closed);
        }
        // And so a child of the shell's kind sees none of them.
        $process = proc_open(['ls', '-l', '/proc/self/fd'], [1 => ['pipe', 'w']], $pipes);
        $listed = stream_get_contents($pipes[1]);
        proc_close($process);
        foreach ($new as [$what]) {
            check("$what is not there", !str_contains($listed, $what), $listed);
        }
        $lock->release();
    });
}
?>
--EXPECT--
ok: PdoStore, mysql
ok: PdoStore, mysql, persistent
ok: PdoStore, pgsql
ok: PdoStore, pgsql, URL
ok: PdoStore, sqlite
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, mysqli
ok: DoctrineDbalStore, pgsql
ok: MysqlStore
ok: DoctrineDbalMysqlStore
ok: PostgreSqlStore
ok: DoctrineDbalPostgreSqlStore
