--TEST--
DSNs of databases without PDO, or without its driver: what is missing has a name
--EXTENSIONS--
pdo
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

const CODE = <<<'CODE'
    use Symfony\Component\Lock\Store as S;
    foreach ([
        fn () => new S\PdoStore('mysql:host=h;password=hunter2'),
        fn () => new S\PdoStore('sqlite::memory:'),
        fn () => new S\DoctrineDbalStore('mysql://u:hunter2@h/db'),
        fn () => new S\MysqlStore('mysql:host=h;password=hunter2'),
        fn () => new S\MysqlStore('mysql://u:hunter2@h/db'),
        fn () => new S\DoctrineDbalMysqlStore('mysql+advisory://u:hunter2@h/db'),
        fn () => S\StoreFactory::createStore('mysql+advisory:host=h;password=hunter2'),
        fn () => S\StoreFactory::createStore('pgsql:host=h;password=hunter2'),
    ] as $make) {
        try {
            echo get_class($make()), "\n";
        } catch (Symfony\Component\Lock\Exception\InvalidArgumentException $e) {
            echo str_contains($e, 'hunter2') ? 'FAIL: it shows the password' : $e->getMessage(), "\n";
        }
    }
    CODE;
echo "-- without a driver\n", output_of(CODE, 'here', ['pdo']);
// Where PDO is compiled in it cannot be missing.
if (is_file(PHP_EXTENSION_DIR.'/pdo.so')) {
    echo "-- without PDO\n", output_of(CODE, 'here');
} else {
    echo <<<'EXPECTED'
    -- without PDO
    PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.
    PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.
    DoctrineDbalStore needs the PHP extension PDO for a DSN, and it is not loaded.
    MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
    MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
    DoctrineDbalMysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
    MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
    PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.

    EXPECTED;
}
?>
--EXPECT--
-- without a driver
PdoStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
PdoStore: PDO has no driver for "sqlite:", is the PHP extension pdo_sqlite loaded?
DoctrineDbalStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
MysqlStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
MysqlStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
DoctrineDbalMysqlStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
MysqlStore: PDO has no driver for "mysql:", is the PHP extension pdo_mysql loaded?
PdoStore: PDO has no driver for "pgsql:", is the PHP extension pdo_pgsql loaded?
-- without PDO
PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.
PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.
DoctrineDbalStore needs the PHP extension PDO for a DSN, and it is not loaded.
MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
DoctrineDbalMysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
MysqlStore needs the PHP extension PDO for a DSN, and it is not loaded.
PdoStore needs the PHP extension PDO for a DSN, and it is not loaded.
