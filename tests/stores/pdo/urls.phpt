--TEST--
PdoStore, DoctrineDbalStore and StoreFactory: what a DSN or URL becomes
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--FILE--
<?php
define('WITHOUT_DBAL', true);
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;
use Symfony\Component\Lock\Store\StoreFactory;

ini_set('slock.connect_timeout', '1');

/** The address in the message of a connection that fails: what PDO was given, without the credentials. */
function address(object $store): string
{
    try {
        $store->exists(new Key('x'));
    } catch (Symfony\Component\Lock\Exception\LockStorageException $e) {
        return preg_match('/ \[([^\]]*)\]$/', $e->getMessage(), $match) ? $match[1] : $e->getMessage();
    }

    return 'connected';
}

// Nobody listens on port 1.
foreach ([
    'mysql://u:p@127.0.0.1:1/db',
    'mysql2://u:p@127.0.0.1:1/db?charset=utf8mb4&serverVersion=8',
    'MYSQL://u@127.0.0.1:1/db',
    'mysql://127.0.0.1:1',
    'mysql://u:p%40ss%2Fword@127.0.0.1:1/a%20b',
    'mysql://127.0.0.1:1/db?unix_socket=/nowhere/x.sock',
    'postgres://u:p@127.0.0.1:1/db', 'postgresql://u:p@127.0.0.1:1/db?sslmode=disable&application_name=my app',
    "pgsql://127.0.0.1:1/it's", 'pdo-pgsql://127.0.0.1:1/db', 'pdo_mysql://127.0.0.1:1/db',
    'mssql://127.0.0.1:1/db', 'mssql://127.0.0.1', 'oci8://127.0.0.1:1/db',
    'mysql:host=127.0.0.1;port=1;dbname=db',
    'mysql:host=127.0.0.1;port=1;user=u;password=secret;dbname=db',
    'mysql:user=u;host=127.0.0.1;port=1',
    'pgsql:host=127.0.0.1 port=1 user=u password=secret dbname=db',
    "pgsql:host=127.0.0.1;port=1;password='a b;c';dbname=db",
    'pgsql:host = 127.0.0.1;port = 1;user = u; password = secret',
] as $dsn) {
    echo $dsn, "\n    ", address(new PdoStore($dsn)), "\n";
    if (str_contains($dsn, '://')) {
        same('without DBAL', address(new PdoStore($dsn)), address(new DoctrineDbalStore($dsn)));
    }
    if (preg_match('~^(mysql2?|pgsql|postgres|postgresql):~', $dsn)) {
        same(
            'by the factory',
            str_contains($dsn, '://') ? DoctrineDbalStore::class : PdoStore::class,
            ($store = StoreFactory::createStore($dsn))::class,
        );
        same('the same address', address(new PdoStore($dsn)), address($store));
    }
}

$file = sqlite_file();
$dir = dirname($file);
chdir($dir);
foreach ([
    "sqlite:$file",
    "sqlite:///$file",
    "sqlite3:///$file",
    'sqlite:///'.basename($file),
    'sqlite:'.basename($file),
] as $i => $dsn) {
    $class = str_contains($dsn, '://') ? DoctrineDbalStore::class : PdoStore::class;
    foreach ([new PdoStore($dsn), new $class($dsn), StoreFactory::createStore($dsn)] as $j => $store) {
        $store->save(new Key("$i $j"));
    }
}
same('one file', 15, (int) (new PDO("sqlite:$file"))->query('SELECT COUNT(*) FROM lock_keys')->fetchColumn());
foreach (['sqlite::memory:', 'sqlite:///:memory:', 'sqlite:'] as $dsn) {
    $store = StoreFactory::createStore($dsn);
    $store->save($key = new Key('x'));
    same($dsn, true, $store->exists($key));
}
same('a PDO object', PdoStore::class, StoreFactory::createStore(new PDO('sqlite::memory:'))::class);
raises(
    'no advisory locks',
    Symfony\Component\Lock\Exception\InvalidArgumentException::class,
    'sqlite',
    fn () => StoreFactory::createStore(new PDO('sqlite::memory:'), true),
);
?>
--EXPECT--
mysql://u:p@127.0.0.1:1/db
    mysql:host=127.0.0.1;port=1;dbname=db
ok: without DBAL
ok: by the factory
ok: the same address
mysql2://u:p@127.0.0.1:1/db?charset=utf8mb4&serverVersion=8
    mysql:host=127.0.0.1;port=1;dbname=db;charset=utf8mb4
ok: without DBAL
ok: by the factory
ok: the same address
MYSQL://u@127.0.0.1:1/db
    mysql:host=127.0.0.1;port=1;dbname=db
ok: without DBAL
mysql://127.0.0.1:1
    mysql:host=127.0.0.1;port=1
ok: without DBAL
ok: by the factory
ok: the same address
mysql://u:p%40ss%2Fword@127.0.0.1:1/a%20b
    mysql:host=127.0.0.1;port=1;dbname=a b
ok: without DBAL
ok: by the factory
ok: the same address
mysql://127.0.0.1:1/db?unix_socket=/nowhere/x.sock
    mysql:host=127.0.0.1;port=1;dbname=db;unix_socket=/nowhere/x.sock
ok: without DBAL
ok: by the factory
ok: the same address
postgres://u:p@127.0.0.1:1/db
    pgsql:host=127.0.0.1;port=1;dbname=db
ok: without DBAL
ok: by the factory
ok: the same address
postgresql://u:p@127.0.0.1:1/db?sslmode=disable&application_name=my app
    pgsql:host=127.0.0.1;port=1;dbname=db;sslmode=disable;application_name='my app'
ok: without DBAL
ok: by the factory
ok: the same address
pgsql://127.0.0.1:1/it's
    pgsql:host=127.0.0.1;port=1;dbname='it\'s'
ok: without DBAL
ok: by the factory
ok: the same address
pdo-pgsql://127.0.0.1:1/db
    pgsql:host=127.0.0.1;port=1;dbname=db
ok: without DBAL
pdo_mysql://127.0.0.1:1/db
    mysql:host=127.0.0.1;port=1;dbname=db
ok: without DBAL
mssql://127.0.0.1:1/db
    sqlsrv:Server=127.0.0.1,1;Database=db
ok: without DBAL
mssql://127.0.0.1
    sqlsrv:Server=127.0.0.1
ok: without DBAL
oci8://127.0.0.1:1/db
    oci:dbname=//127.0.0.1:1/db
ok: without DBAL
mysql:host=127.0.0.1;port=1;dbname=db
    mysql:host=127.0.0.1;port=1;dbname=db
ok: by the factory
ok: the same address
mysql:host=127.0.0.1;port=1;user=u;password=secret;dbname=db
    mysql:host=127.0.0.1;port=1;dbname=db
ok: by the factory
ok: the same address
mysql:user=u;host=127.0.0.1;port=1
    mysql:host=127.0.0.1;port=1
ok: by the factory
ok: the same address
pgsql:host=127.0.0.1 port=1 user=u password=secret dbname=db
    pgsql:host=127.0.0.1;port=1;dbname=db
ok: by the factory
ok: the same address
pgsql:host=127.0.0.1;port=1;password='a b;c';dbname=db
    pgsql:host=127.0.0.1;port=1;dbname=db
ok: by the factory
ok: the same address
pgsql:host = 127.0.0.1;port = 1;user = u; password = secret
    pgsql:host=127.0.0.1;port=1
ok: by the factory
ok: the same address
ok: one file
ok: sqlite::memory:
ok: sqlite:///:memory:
ok: sqlite:
ok: a PDO object
ok: no advisory locks
