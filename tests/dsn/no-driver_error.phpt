--TEST--
DSNs of databases without PDO, or without its driver: the first use fails, as in the package, and tells what is missing
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
        fn () => new S\PdoStore('oci:dbname=x;password=hunter2'),
        fn () => new S\PdoStore('sqlsrv:Server=h;PWD=hunter2'),
        fn () => new S\PdoStore('nodriver:x'),
        fn () => new S\PdoStore('mysql:u:hunter2@h/db?x=y'),
        fn () => new S\PdoStore('odbc:u:hunter2@h'),
        fn () => new S\PdoStore('no/such:x'),
        fn () => new S\DoctrineDbalStore('mysql://u:hunter2@h/db'),
        fn () => new S\MysqlStore('mysql:host=h;password=hunter2'),
        fn () => new S\MysqlStore('mysql://u:hunter2@h/db'),
        fn () => new S\DoctrineDbalMysqlStore('mysql+advisory://u:hunter2@h/db'),
        fn () => S\StoreFactory::createStore('mysql+advisory:host=h;password=hunter2'),
        fn () => S\StoreFactory::createStore('pgsql:host=h;password=hunter2'),
    ] as $make) {
        $store = $make();
        echo substr(strrchr(get_class($store), '\\'), 1);
        try {
            echo ' saves: ', show($store->save(new Symfony\Component\Lock\Key('r'))), "\n";
        } catch (Throwable $e) {
            echo str_contains($e, 'hunter2') ? 'FAIL: it shows the password' : chain($e), "\n";
        }
        $lock = (new Symfony\Component\Lock\LockFactory($store))->createLock('r');
        echo '    acquires: ', strtok(outcome(fn () => $lock->acquire()), '<'), "\n";
    }
    CODE;
echo "-- without a driver\n", preg_replace('/ +$/m', '', output_of(CODE, 'here', ['pdo']));
// Where PDO is compiled in it cannot be missing.
if (is_file(PHP_EXTENSION_DIR.'/pdo.so')) {
    echo "-- without PDO\n", output_of(CODE, 'here');
} else {
    echo <<<'EXPECTED'
    -- without PDO
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    DoctrineDbalStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    MysqlStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    MysqlStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    DoctrineDbalMysqlStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    MysqlStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found
    PdoStore saves: Error: Class "PDO" not found
        acquires: Error: Class "PDO" not found

    EXPECTED;
}
?>
--EXPECT--
-- without a driver
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [mysql:host=h] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [sqlite::memory:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [oci:dbname=x] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [sqlsrv:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [nodriver:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [mysql:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [odbc:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [***:] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
DoctrineDbalStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [mysql:host=h;dbname=db] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
MysqlStore saves: Symfony\Component\Lock\Exception\LockStorageException: MySQL at h:3306: could not find driver <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
MysqlStore saves: Symfony\Component\Lock\Exception\LockStorageException: MySQL at h:3306: could not find driver <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
DoctrineDbalMysqlStore saves: Symfony\Component\Lock\Exception\LockStorageException: MySQL at h:3306: could not find driver <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
MysqlStore saves: Symfony\Component\Lock\Exception\LockStorageException: MySQL at h:3306: could not find driver <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
PdoStore saves: Symfony\Component\Lock\Exception\LockStorageException: could not find driver [pgsql:host=h] <- PDOException: could not find driver
    acquires: Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock.
-- without PDO
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
DoctrineDbalStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
MysqlStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
MysqlStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
DoctrineDbalMysqlStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
MysqlStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
PdoStore saves: Error: Class "PDO" not found
    acquires: Error: Class "PDO" not found
