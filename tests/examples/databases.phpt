--TEST--
The documented examples of the stores in databases, with the extension and with the PHP package
--EXTENSIONS--
ctype
mysqlnd
pdo
pdo_mysql
pdo_pgsql
pdo_sqlite
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('mariadb', 'postgresql', 'package 7.4');
need_file('Doctrine/DBAL/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$inc = var_export(dirname(__DIR__).'/inc/sql-table.inc', true);
twin("require $inc;".<<<'CODE'

    use Symfony\Component\Lock\Exception\UnserializableKeyException;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore;
    use Symfony\Component\Lock\Store\DoctrineDbalStore;
    use Symfony\Component\Lock\Store\PdoStore;
    use Symfony\Component\Lock\Store\PostgreSqlStore;
    use Symfony\Component\Lock\Store\StoreFactory;

    $cycle = function (object $store) {
        $factory = new LockFactory($store);
        $lock = $factory->createLock($resource = unique('pdf-invoice-generation'), ttl: 30);
        $second = (new LockFactory($store))->createLock($resource);
        echo '  ', get_class($store), ': ',
            json_encode([
                $lock->acquire(),
                $second->acquire(),
                $lock->isAcquired(),
                $lock->refresh(),
                $lock->isExpired(),
                $lock->release(),
                $lock->isAcquired(),
            ]),
            "\n";
    };
    foreach (['sqlite', 'mysql', 'pgsql'] as $kind) {
        echo "PdoStore, $kind\n";
        drop_table_at_the_end($kind);
        // A PDO or a DSN for lazy connecting through PDO.
        $store = new PdoStore(sql_dsn($kind), [
            'db_username' => sql_user($kind),
            'db_password' => sql_password($kind),
            'db_table' => table(),
        ]);
        try {
            $store->createTable();
        } catch (PDOException $exception) {
            echo "the table could not be created for some reason\n";
        }
        $cycle($store);
        try {
            $store->createTable();
        } catch (PDOException $exception) {
            echo "  the table could not be created for some reason\n";
        }
        $cycle(new PdoStore(sql_pdo($kind), ['db_table' => table()]));
        echo "DoctrineDbalStore, $kind\n";
        $cycle($store = new DoctrineDbalStore(sql_url($kind), ['db_table' => table()]));
        try {
            $store->createTable();
        } catch (Doctrine\DBAL\Exception $exception) {
            echo "  the table could not be created for some reason\n";
        }
        $cycle(new DoctrineDbalStore(sql_dbal($kind), ['db_table' => table()]));
        echo "names of one's own, $kind\n";
        $names = ['db_table' => table(), 'db_id_col' => 'i', 'db_token_col' => 't', 'db_expiration_col' => 'e'];
        sql_pdo($kind)->exec('DROP TABLE '.table());
        $cycle(new PdoStore(
            sql_dsn($kind),
            [
                'db_username' => sql_user($kind),
                'db_password' => sql_password($kind),
                'db_connection_options' => [PDO::ATTR_TIMEOUT => 5],
            ] + $names,
        ));
        $cycle(new DoctrineDbalStore(sql_dbal($kind), $names));
        $columns = array_keys(
            sql_pdo($kind)->query(
                'SELECT * FROM (SELECT 1 AS one) AS x LEFT JOIN '.table().' ON 1 = 1',
            )->fetch(PDO::FETCH_ASSOC),
        );
        echo '  ', implode(', ', $columns), "\n";
        // With those of the default, for the other tests' sake.
        sql_pdo($kind)->exec('DROP TABLE '.table());
    }
    echo "PostgreSqlStore\n";
    $cycle(new PostgreSqlStore(sql_dsn('pgsql'), [
        'db_username' => sql_user('pgsql'),
        'db_password' => sql_password('pgsql'),
    ]));
    $cycle(new PostgreSqlStore(sql_pdo('pgsql')));
    $cycle(
        $store = new DoctrineDbalPostgreSqlStore(preg_replace('/^pgsql:/', 'postgresql+advisory:', sql_url('pgsql'))),
    );
    $cycle(new DoctrineDbalPostgreSqlStore(sql_dbal('pgsql')));
    $cycle(StoreFactory::createStore(
        str_replace('pgsql:', 'pgsql+advisory:', sql_dsn('pgsql')).';user='.sql_user('pgsql').';password='
            .sql_password('pgsql'),
    ));
    $cycle(StoreFactory::createStore(preg_replace('/^pgsql:/', 'postgresql+advisory:', sql_url('pgsql'))));
    $store->save($key = new Key(unique()));
    try {
        serialize($key);
    } catch (UnserializableKeyException $exception) {
        echo "  not to be serialized\n";
    }
    $store->delete($key);
    CODE, '7.4', ['ctype', 'mysqlnd', 'pdo', 'pdo_mysql', 'pdo_pgsql', 'pdo_sqlite', 'tokenizer']);
?>
--EXPECT--
PdoStore, sqlite
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
DoctrineDbalStore, sqlite
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
names of one's own, sqlite
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  one, i, t, e
PdoStore, mysql
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
DoctrineDbalStore, mysql
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
names of one's own, mysql
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  one, i, t, e
PdoStore, pgsql
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
DoctrineDbalStore, pgsql
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  the table could not be created for some reason
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
names of one's own, pgsql
  Symfony\Component\Lock\Store\PdoStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalStore: [true,false,true,null,false,null,false]
  one, i, t, e
PostgreSqlStore
  Symfony\Component\Lock\Store\PostgreSqlStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\PostgreSqlStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\PostgreSqlStore: [true,false,true,null,false,null,false]
  Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore: [true,false,true,null,false,null,false]
  not to be serialized
The package 7.4 prints the same.
