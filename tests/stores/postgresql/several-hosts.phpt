--TEST--
PostgreSqlStore by DSN: of several servers the one that writes, unless the DSN says otherwise
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('postgresql'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/sql.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\PostgreSqlStore;

$host = getenv('SLOCK_TEST_PGSQL_HOST');
$port = getenv('SLOCK_TEST_PGSQL_PORT');
$two = preg_replace(['/host=[^;]*/', '/port=[^;]*/'], ["host=$host,$host", "port=$port,$port"], pg_dsn());
// To libpq it is what a standby is: a server whose sessions do not write.
$reads = ";options='-c default_transaction_read_only=on'";
$acquires = function (string $dsn): bool {
    $store = new PostgreSqlStore($dsn);
    $store->save($key = new Key(unique()));

    return $store->exists($key);
};

same('two that write', true, $acquires($two));
raises('two that do not', LockStorageException::class, 'session is read-only', fn () => $acquires($two.$reads));
same('any of two', true, $acquires("$two$reads;target_session_attrs=any"));
same('the only one', true, $acquires(pg_dsn().$reads));
raises(
    'addresses',
    LockStorageException::class,
    'session is read-only',
    fn () => $acquires(str_replace('host=', 'hostaddr=', $two).$reads),
);
putenv('PGTARGETSESSIONATTRS=any');
same('the environment says so', true, $acquires("$two$reads"));
putenv('PGTARGETSESSIONATTRS');

// What the file of a service names, and what the environment does where that leaves it open.
$service = function (array $parameters) {
    $lines = array_map(fn ($name, $value) => "$name=$value\n", array_keys($parameters), $parameters);
    file_put_contents($file = temporary_directory().'/services', "[locks]\n".implode($lines));
    putenv("PGSERVICEFILE=$file");
};
$of = ['user' => pg('USER'), 'password' => pg('PASSWORD'), 'dbname' => pg('DB')];
$only_reads = ['options' => '-c default_transaction_read_only=on'];
$service($of + ['host' => "$host,$host", 'port' => "$port,$port"]);
same('a service of two that write', true, $acquires('pgsql:service=locks'));
$service($of + ['host' => "$host,$host", 'port' => "$port,$port"] + $only_reads);
raises(
    'a service of two that do not',
    LockStorageException::class,
    'session is read-only',
    fn () => $acquires('pgsql:service=locks'),
);
same('any of two', true, $acquires('pgsql:service=locks;target_session_attrs=any'));
$service($of + $only_reads);
putenv("PGHOST=$host,$host");
putenv("PGPORT=$port");
raises(
    'a service that leaves the servers open',
    LockStorageException::class,
    'session is read-only',
    fn () => $acquires('pgsql:service=locks'),
);
putenv("PGHOST=$host");
same('a service of one', true, $acquires('pgsql:service=locks'));
?>
--EXPECT--
ok: two that write
ok: two that do not
ok: any of two
ok: the only one
ok: addresses
ok: the environment says so
ok: a service of two that write
ok: a service of two that do not
ok: any of two
ok: a service that leaves the servers open
ok: a service of one
