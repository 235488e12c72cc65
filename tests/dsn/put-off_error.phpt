--TEST--
DSNs that lead nowhere: constructors take them where those of the packages do, and the first use fails with the same class
--EXTENSIONS--
pdo
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

const CODE = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\PdoStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;
    foreach ([
        [PdoStore::class, 'oci:dbname=x'],
        [PdoStore::class, 'sqlsrv:Server=h'],
        [PdoStore::class, 'nodriver:x'],
        [PostgreSqlStore::class, 'sqlite::memory:'],
    ] as [$class, $dsn]) {
        foreach (['save', 'saveRead', 'exists', 'delete', 'putOffExpiration', 'acquire'] as $use) {
            try {
                $store = new $class($dsn);
            } catch (Throwable $e) {
                echo "$dsn: constructed: ", get_class($e), "\n";
                continue 2;
            }
            if (!method_exists($store, $use) && 'acquire' !== $use) {
                continue;
            }
            try {
                $key = new Key('r');
                'acquire' === $use
                    ? (new Lock($key, $store))->acquire()
                    : ('putOffExpiration' === $use ? $store->$use($key, 5.0) : $store->$use($key));
                echo "$dsn: $use works\n";
            } catch (Throwable $e) {
                // The class may stand alone or behind one that says that the database failed.
                while ($e->getPrevious() && !$e instanceof PDOException) {
                    $e = $e->getPrevious();
                }
                echo "$dsn: $use: ", get_class($e), "\n";
            }
        }
    }
    CODE;
$ours = output_of(CODE, 'here', ['pdo', 'pdo_pgsql', 'pdo_sqlite']);
foreach (['6.4', '7.4'] as $line) {
    same("as $line", output_of(CODE, $line, ['pdo', 'pdo_pgsql', 'pdo_sqlite']), $ours);
}
echo $ours;
?>
--EXPECT--
ok: as 6.4
ok: as 7.4
oci:dbname=x: save: PDOException
oci:dbname=x: exists: PDOException
oci:dbname=x: delete: PDOException
oci:dbname=x: putOffExpiration: PDOException
oci:dbname=x: acquire: PDOException
sqlsrv:Server=h: save: PDOException
sqlsrv:Server=h: exists: PDOException
sqlsrv:Server=h: delete: PDOException
sqlsrv:Server=h: putOffExpiration: PDOException
sqlsrv:Server=h: acquire: PDOException
nodriver:x: save: PDOException
nodriver:x: exists: PDOException
nodriver:x: delete: PDOException
nodriver:x: putOffExpiration: PDOException
nodriver:x: acquire: PDOException
sqlite::memory:: save: Symfony\Component\Lock\Exception\InvalidArgumentException
sqlite::memory:: saveRead: Symfony\Component\Lock\Exception\InvalidArgumentException
sqlite::memory:: exists: Symfony\Component\Lock\Exception\InvalidArgumentException
sqlite::memory:: delete: Symfony\Component\Lock\Exception\InvalidArgumentException
sqlite::memory:: putOffExpiration: Symfony\Component\Lock\Exception\InvalidArgumentException
sqlite::memory:: acquire: Symfony\Component\Lock\Exception\InvalidArgumentException
