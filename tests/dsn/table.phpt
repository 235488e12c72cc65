--TEST--
StoreFactory: every DSN and name, the class it leads to and what its constructor gets
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_extension('pdo'); ?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Store\StoreFactory;

// A class that only notices what it gets stands in for the store that is none of ours.
spl_autoload_register(function (string $class) {
    global $loaded;
    if (
        str_starts_with($class, 'Symfony\Component\Lock\Store\\')
        || str_starts_with($class, 'Symfony\Component\Lock\Bridge\\')
    ) {
        $loaded[] = $class;
        $short = substr(strrchr($class, '\\'), 1);
        eval(
            'namespace '
            .substr($class, 0, strrpos($class, '\\'))
            .'; class '
            .$short
            .' implements \Symfony\Component\Lock\PersistingStoreInterface {
            public array $got;
            public function __construct(mixed ...$got) { $this->got = $got; }
            public static function createConnection(string $dsn) { return "connection to $dsn"; }
            public function save(\Symfony\Component\Lock\Key $key): void {}
            public function delete(\Symfony\Component\Lock\Key $key): void {}
            public function exists(\Symfony\Component\Lock\Key $key): bool { return false; }
            public function putOffExpiration(\Symfony\Component\Lock\Key $key, float $ttl): void {}
        }'
        );
    }
});

$dir = temporary_directory();
$native = [
    'flock' => S\FlockStore::class,
    "flock://$dir" => S\FlockStore::class,
    'flock+remove' => S\FlockStore::class,
    "flock+remove://$dir" => S\FlockStore::class,
    'semaphore' => S\SemaphoreStore::class,
    'semaphore://fleet' => S\SemaphoreStore::class,
    'in-memory' => S\InMemoryStore::class,
    'null' => S\NullStore::class,
    'redis://localhost' => S\RedisStore::class,
    'redis://localhost:6379/2?timeout=1' => S\RedisStore::class,
    'redis://secret@localhost' => S\RedisStore::class,
    'redis:/var/run/redis.sock' => S\RedisStore::class,
    'redis:?host[localhost]' => S\RedisStore::class,
    'valkey://localhost' => S\RedisStore::class,
    'rediss://localhost' => S\RedisStore::class,
    'valkeys://localhost' => S\RedisStore::class,
    'memcached://localhost' => S\MemcachedStore::class,
    'memcached:?host[a]&host[b]' => S\MemcachedStore::class,
];
foreach ($native as $dsn => $class) {
    same(strtr($dsn, [$dir => 'DIR']), $class, get_class(StoreFactory::createStore($dsn)));
}
same('the internal class', true, (new ReflectionClass(S\FlockStore::class))->isInternal());
same('flock://: the directory', true, (function () use ($dir) {
    StoreFactory::createStore("flock://$dir")->save($key = new Key('r'));

    return 1 === count(glob("$dir/sf.*"));
})());
same('flock+remove://: the file is removed', [1, 0], (function () use ($dir) {
    $store = StoreFactory::createStore("flock+remove://$dir/sub");
    $store->save($key = new Key('r'));
    $files = [count(glob("$dir/sub/sf.*"))];
    $store->delete($key);

    return [...$files, count(glob("$dir/sub/sf.*"))];
})());
$memory = StoreFactory::createStore('in-memory');
$memory->save(new Key('r'));
same('in-memory: a new one each time', null, StoreFactory::createStore('in-memory')->save(new Key('r')));
same(
    'semaphore://: a scope of its own',
    [null, null],
    [
        StoreFactory::createStore('semaphore://'.unique())->save($a = new Key($name = unique())),
        StoreFactory::createStore('semaphore')->save($b = new Key($name)),
    ],
);
StoreFactory::createStore('semaphore')->delete($b);
unset($a, $b);

// DSN => class, [arguments]; then with $advisory
$table = [
    'mongodb://h/db?collection=c' => ['MongoDbStore', true],
    'mongodb+srv://h.example.com/db?collection=c' => ['MongoDbStore', true],
    'mongodb+document://h/db?collection=c' => ['MongoDbDocumentStore', true],
    'mongodb+document+srv://h.example.com/db?collection=c' => ['MongoDbDocumentStore', true],
    'dynamodb://default' => ['DynamoDbStore', true],
    'mssql://u:p@h/db' => ['DoctrineDbalStore', true],
    'mysql://u:p@h/db' => ['DoctrineDbalStore', true, 'DoctrineDbalMysqlStore'],
    'mysql2://h/db' => ['DoctrineDbalStore', true, 'DoctrineDbalMysqlStore'],
    'oci8://h/db' => ['DoctrineDbalStore', true],
    'pdo_oci://h/db' => ['DoctrineDbalStore', true],
    'pgsql://h/db' => ['DoctrineDbalStore', true, 'DoctrineDbalPostgreSqlStore'],
    'postgres://h/db' => ['DoctrineDbalStore', true, 'DoctrineDbalPostgreSqlStore'],
    'postgresql://h/db' => ['DoctrineDbalStore', true, 'DoctrineDbalPostgreSqlStore'],
    'sqlite:///tmp/x.db' => ['DoctrineDbalStore', true],
    'sqlite3:///tmp/x.db' => ['DoctrineDbalStore', true],
    'mysql:host=h;dbname=db' => ['PdoStore', true, 'MysqlStore'],
    'oci:dbname=db' => ['PdoStore', true],
    'pgsql:host=h' => ['PdoStore', true, 'PostgreSqlStore'],
    'sqlsrv:server=h' => ['PdoStore', true],
    'sqlite::memory:' => ['PdoStore', true],
    'sqlite:/tmp/x.db' => ['PdoStore', true],
    'pgsql+advisory://h/db' => ['DoctrineDbalPostgreSqlStore', true, 'DoctrineDbalPostgreSqlStore'],
    'postgres+advisory://h/db' => ['DoctrineDbalPostgreSqlStore', true, 'DoctrineDbalPostgreSqlStore'],
    'postgresql+advisory://h/db' => ['DoctrineDbalPostgreSqlStore', true, 'DoctrineDbalPostgreSqlStore'],
    'mysql+advisory://h/db' => ['DoctrineDbalMysqlStore', true, 'DoctrineDbalMysqlStore'],
    'mysql2+advisory://h/db' => ['DoctrineDbalMysqlStore', true, 'DoctrineDbalMysqlStore'],
    'pgsql+advisory:host=h;dbname=a+advisory' => [
        'PostgreSqlStore',
        'pgsql:host=h;dbname=a+advisory',
        'PostgreSqlStore',
    ],
    'mysql+advisory:host=h' => ['MysqlStore', 'mysql:host=h', 'MysqlStore'],
    'zookeeper://h1,h2:2181' => ['ZookeeperStore', 'connection to zookeeper://h1,h2:2181'],
];
foreach ($table as $dsn => [$class, $argument]) {
    $store = StoreFactory::createStore($dsn);
    $argument = true === $argument ? $dsn : $argument;
    if ((new ReflectionClass($store))->isInternal()) {
        same($dsn, $class, substr(strrchr($store::class, '\\'), 1));
    } else {
        same($dsn, [$class, [$argument]], [substr(strrchr($store::class, '\\'), 1), $store->got]);
    }
}
foreach ($table + $native as $dsn => $row) {
    $advisory = is_array($row) ? $row[2] ?? null : null;
    try {
        $got = substr(strrchr(StoreFactory::createStore($dsn, true)::class, '\\'), 1);
    } catch (InvalidArgumentException $e) {
        $got = str_starts_with($e->getMessage(), 'Advisory locks need a connection to PostgreSQL or MySQL, "')
            ? null
            : $e->getMessage();
    }
    same('advisory '.strtr($dsn, [$dir => 'DIR']), $advisory, $got);
}
same('named arguments', S\NullStore::class, StoreFactory::createStore(connection: 'null', advisory: false)::class);
same(
    'autoloading is only for what is not there',
    [],
    array_intersect($loaded, [S\FlockStore::class, S\RedisStore::class, S\NullStore::class]),
);

class Factory extends StoreFactory
{
}
same('a subclass', S\NullStore::class, Factory::createStore('null')::class);
?>
--EXPECT--
ok: flock
ok: flock://DIR
ok: flock+remove
ok: flock+remove://DIR
ok: semaphore
ok: semaphore://fleet
ok: in-memory
ok: null
ok: redis://localhost
ok: redis://localhost:6379/2?timeout=1
ok: redis://secret@localhost
ok: redis:/var/run/redis.sock
ok: redis:?host[localhost]
ok: valkey://localhost
ok: rediss://localhost
ok: valkeys://localhost
ok: memcached://localhost
ok: memcached:?host[a]&host[b]
ok: the internal class
ok: flock://: the directory
ok: flock+remove://: the file is removed
ok: in-memory: a new one each time
ok: semaphore://: a scope of its own
ok: mongodb://h/db?collection=c
ok: mongodb+srv://h.example.com/db?collection=c
ok: mongodb+document://h/db?collection=c
ok: mongodb+document+srv://h.example.com/db?collection=c
ok: dynamodb://default
ok: mssql://u:p@h/db
ok: mysql://u:p@h/db
ok: mysql2://h/db
ok: oci8://h/db
ok: pdo_oci://h/db
ok: pgsql://h/db
ok: postgres://h/db
ok: postgresql://h/db
ok: sqlite:///tmp/x.db
ok: sqlite3:///tmp/x.db
ok: mysql:host=h;dbname=db
ok: oci:dbname=db
ok: pgsql:host=h
ok: sqlsrv:server=h
ok: sqlite::memory:
ok: sqlite:/tmp/x.db
ok: pgsql+advisory://h/db
ok: postgres+advisory://h/db
ok: postgresql+advisory://h/db
ok: mysql+advisory://h/db
ok: mysql2+advisory://h/db
ok: pgsql+advisory:host=h;dbname=a+advisory
ok: mysql+advisory:host=h
ok: zookeeper://h1,h2:2181
ok: advisory mongodb://h/db?collection=c
ok: advisory mongodb+srv://h.example.com/db?collection=c
ok: advisory mongodb+document://h/db?collection=c
ok: advisory mongodb+document+srv://h.example.com/db?collection=c
ok: advisory dynamodb://default
ok: advisory mssql://u:p@h/db
ok: advisory mysql://u:p@h/db
ok: advisory mysql2://h/db
ok: advisory oci8://h/db
ok: advisory pdo_oci://h/db
ok: advisory pgsql://h/db
ok: advisory postgres://h/db
ok: advisory postgresql://h/db
ok: advisory sqlite:///tmp/x.db
ok: advisory sqlite3:///tmp/x.db
ok: advisory mysql:host=h;dbname=db
ok: advisory oci:dbname=db
ok: advisory pgsql:host=h
ok: advisory sqlsrv:server=h
ok: advisory sqlite::memory:
ok: advisory sqlite:/tmp/x.db
ok: advisory pgsql+advisory://h/db
ok: advisory postgres+advisory://h/db
ok: advisory postgresql+advisory://h/db
ok: advisory mysql+advisory://h/db
ok: advisory mysql2+advisory://h/db
ok: advisory pgsql+advisory:host=h;dbname=a+advisory
ok: advisory mysql+advisory:host=h
ok: advisory zookeeper://h1,h2:2181
ok: advisory flock
ok: advisory flock://DIR
ok: advisory flock+remove
ok: advisory flock+remove://DIR
ok: advisory semaphore
ok: advisory semaphore://fleet
ok: advisory in-memory
ok: advisory null
ok: advisory redis://localhost
ok: advisory redis://localhost:6379/2?timeout=1
ok: advisory redis://secret@localhost
ok: advisory redis:/var/run/redis.sock
ok: advisory redis:?host[localhost]
ok: advisory valkey://localhost
ok: advisory rediss://localhost
ok: advisory valkeys://localhost
ok: advisory memcached://localhost
ok: advisory memcached:?host[a]&host[b]
ok: named arguments
ok: autoloading is only for what is not there
ok: a subclass
