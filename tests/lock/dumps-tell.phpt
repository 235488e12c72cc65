--TEST--
var_dump() and print_r() of a lock, its key, its store and a factory tell the resource, the time left, the store and its server, and neither a password nor a whole token
--EXTENSIONS--
pcntl
posix
pdo
mysqlnd
pdo_mysql
pdo_pgsql
pdo_sqlite
ctype
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('every server'); ?>
--FILE--
<?php
require __DIR__.'/../inc/every-store.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store;

clean_ways();

function dumped(object $object): string
{
    ob_start();
    var_dump($object);

    return ob_get_clean().print_r($object, true);
}

/** What is behind a name of the dump of an object itself, not of one that it holds. */
function entry(object $object, string $name): mixed
{
    ob_start();
    var_dump($object);
    preg_match("/^  \\[\"$name\"[^\\n]*=>\\n  (.*)$/m", ob_get_clean(), $found);

    return $found[1] ?? null;
}

echo "every way\n";
foreach (ways() as $name => $way) {
    group($name, function () use ($name, $way) {
        $store = $way->store();
        $factory = new LockFactory($store);
        $key = new Key(lockable('dumped-'.getmypid()));
        $lock = $factory->createLockFromKey($key, 60.0);
        check('acquired', $lock->acquire());
        $seen = dumped($lock).dumped($factory).dumped($key);
        foreach (['state', 'locks', 'readLocks'] as $where) {
            foreach ([(array) $key, (array) $store] as $cast) {
                foreach ($cast as $property => $value) {
                    if (str_ends_with($property, "\0$where")) {
                        array_walk_recursive($value, function ($token) use ($seen) {
                            if (is_string($token)) {
                                check('no token', strlen($token) > 20 && !str_contains($seen, $token));
                            }
                        });
                    }
                }
            }
        }
        check('the resource', str_contains($seen, 'dumped-'.getmypid()));
        check('the store', str_contains($seen, $store::class));
        if (Keeper::Token === $way->keeper && !str_starts_with($name, 'Zookeeper')) {
            $left = entry($key, 'remainingLifetime');
            check('the time left', preg_match('/^float\((\d+\.\d+)/', $left, $m) && $m[1] > 1 && $m[1] <= 60, $left);
        } else {
            same('no end', 'NULL', entry($key, 'remainingLifetime'));
        }
        if (!preg_match('/^(InMemory|Flock|Semaphore|Combined|Retry)/', $name)) {
            check('the way', preg_match('/^string\(\d+\) ".+"$/', (string) entry($store, 'transport')));
        }
        $lock->release();
    });
}

echo "where it is, and no password\n";
const SECRET = 's3cret-Pa55';
const MYSQL = 'mysql:host=db.example;port=1234;dbname=d';
const PGSQL = 'pgsql:host=db.example;port=1234;dbname=d';
foreach ([
    'RedisStore' => ['redis://user:%s@db.example:1234/5', ['server' => 'db.example:1234', 'database' => 5]],
    'RedisStore, sentinel' => [
        'redis:?host[db.example:1234]&host[two.example]&redis_sentinel=name&auth=%s',
        ['server' => 'db.example:1234, two.example:6379', 'database' => 0],
    ],
    'MemcachedStore' => ['memcached://user:%s@db.example:1234', ['server' => 'db.example:1234']],
    'MemcachedStore, two' => [
        'memcached:user:%s@?host[db.example:1234]&host[two.example]',
        ['server' => 'db.example:1234, two.example:11211'],
    ],
    'MongoDbStore' => [
        'mongodb://user:%s@db.example:1234/d?collection=c',
        ['server' => 'mongodb://***@db.example:1234/d', 'collection' => 'c'],
    ],
    'MongoDbStore, options' => [
        'mongodb://db.example:1234/d?collection=c',
        ['server' => 'mongodb://db.example:1234/d', 'collection' => 'c'],
        ['uriOptions' => ['username' => 'user', 'password' => SECRET]],
    ],
    'MongoDbDocumentStore' => [
        'mongodb://user:%s@db.example:1234/d?collection=c',
        ['server' => 'mongodb://***@db.example:1234/d', 'collection' => 'c', 'lockField' => 'lock'],
    ],
    'MongoDbDocumentStore, options' => [
        'mongodb://db.example:1234/d?collection=c',
        ['server' => 'mongodb://db.example:1234/d', 'collection' => 'c', 'ownerField' => 'mine'],
        ['uriOptions' => ['username' => 'user', 'password' => SECRET], 'ownerField' => 'mine'],
    ],
    'ZookeeperStore' => [
        'zookeeper://user:%s@db.example:1234?chroot=/at',
        ['server' => 'db.example:1234', 'path' => '/at'],
    ],
    'PdoStore, mysql' => [
        'mysql:host=db.example;port=1234;dbname=d;user=u;password=%s',
        ['server' => MYSQL, 'table' => 'lock_keys'],
    ],
    'PdoStore, options' => [
        'pgsql:host=db.example;port=1234;dbname=d',
        ['server' => PGSQL, 'table' => 't'],
        ['db_table' => 't', 'db_username' => 'user', 'db_password' => SECRET],
    ],
    'PdoStore, URL' => ['postgresql://user:%s@db.example:1234/d', ['server' => PGSQL]],
    'PdoStore, file' => ['sqlite:/nowhere/%%s', ['server' => 'sqlite:/nowhere/%s']],
    'PdoStore, a driver that is not there' => ['sqlsrv:Server=db.example;PWD=%s', ['server' => 'sqlsrv:']],
    'PdoStore, a URL that lacks a slash' => ['mysql:/user:%s@db.example/d', ['server' => 'mysql:']],
    'PdoStore, separated wrongly' => ['mysql:host=db.example user=u password=%s', ['server' => 'mysql:host=***']],
    'PdoStore, more' => ['mysql:host=db.example;port=1234;dbname=d;charset=utf8', ['server' => MYSQL]],
    'DoctrineDbalStore' => [
        'mysql://user:%s@db.example:1234/d',
        ['server' => MYSQL, 'table' => 'lock_keys'],
    ],
    'PostgreSqlStore' => ['pgsql:host=db.example;port=1234;dbname=d;password=%s', ['server' => PGSQL]],
    'PostgreSqlStore, URL' => ['pgsql://user:%s@db.example:1234/d?sslpassword=%1$s', ['server' => PGSQL]],
    'PostgreSqlStore, options' => [
        'pgsql:service=s;hostaddr=10.0.0.1',
        ['server' => 'pgsql:service=s;hostaddr=10.0.0.1'],
        ['db_username' => 'user', 'db_password' => SECRET],
    ],
    'PostgreSqlStore, the environment' => ['pgsql:', ['server' => 'pgsql:']],
    'PostgreSqlStore, another database' => ['sqlite:%s', ['server' => null]],
    'DoctrineDbalPostgreSqlStore' => ['postgresql://user:%s@db.example:1234/d', ['server' => PGSQL]],
    'MysqlStore' => ['mysql:host=db.example;port=1234;password=%s;dbname=d', ['server' => MYSQL]],
    'MysqlStore, URL' => ['mysql://user:%s@db.example:1234/d', ['server' => MYSQL]],
    'MysqlStore, socket' => ['mysql:unix_socket=/a/s', ['server' => 'mysql:unix_socket=/a/s']],
    'DoctrineDbalMysqlStore' => ['mysql://user:%s@db.example:1234/d', ['server' => MYSQL]],
] as $name => $case) {
    group($name, function () use ($name, $case) {
        $class = (str_starts_with($name, 'MongoDbDocument') ? 'Slock\Store\\' : 'Symfony\Component\Lock\Store\\')
            .strtok($name, ',');
        $store = new $class(sprintf($case[0], SECRET), ...array_slice($case, 2));
        foreach ($case[1] as $entry => $value) {
            $text = match (true) {
                is_int($value) => "int($value)",
                null === $value => null,
                default => sprintf('string(%d) "%s"', strlen($value), $value),
            };
            same($entry, $text, entry($store, $entry));
            same("$entry, for dump()", $value, $store->__debugInfo()["\0$class\0$entry"] ?? null);
        }
        check('no password', !str_contains(dumped($store).dumped(new LockFactory($store)), SECRET));
        same('nothing of it in a cast', [], array_diff(array_keys((array) $store), ["\0*\0logger"]));
    });
}

echo "what was never constructed, and what says itself what is seen\n";
$own = new class('redis://db.example') extends Store\RedisStore {
    public string $server = 'mine';

    public function __debugInfo(): array
    {
        return ['said' => $this->server] + parent::__debugInfo();
    }
};
same('a subclass', true, str_contains(dumped($own), 'mine') && str_contains(dumped($own), 'db.example:6379'));
foreach ([Key::class, Store\RedisStore::class, Store\InMemoryStore::class] as $class) {
    $empty = (new ReflectionClass($class))->newInstanceWithoutConstructor();
    check($class, str_contains(dumped($empty), $class) && is_array($empty->__debugInfo()));
}
$key = new Key('short');
$key->setState('a', 'token');
$key->setState('b', ['kept']);
$key->reduceLifetime(-1);
check('nothing of a short token', !str_contains(dumped($key), 'tok') && str_contains(dumped($key), 'kept'));
check('no time left', str_starts_with((string) entry($key, 'remainingLifetime'), 'float(-'));
same('the key keeps it', 'token', $key->getState('a'));
?>
--EXPECT--
every way
ok: InMemoryStore
ok: FlockStore
ok: FlockStore, removing
ok: SemaphoreStore
ok: RedisStore
ok: RedisStore, several hosts
ok: RedisStore, cluster
ok: RedisStore, sentinel
ok: RedisStore, \Redis
ok: RedisStore, \RedisArray
ok: RedisStore, \RedisCluster
ok: RedisStore, Predis
ok: MemcachedStore
ok: MemcachedStore, \Memcached
ok: MongoDbStore
ok: MongoDbStore, Manager
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, Manager
ok: PdoStore, sqlite
ok: PdoStore, mysql
ok: PdoStore, mysql \PDO
ok: PdoStore, pgsql
ok: PdoStore, pgsql \PDO
ok: DoctrineDbalStore, mysql
ok: DoctrineDbalStore, pgsql
ok: DoctrineDbalStore, sqlite
ok: PostgreSqlStore
ok: PostgreSqlStore, \PDO
ok: DoctrineDbalPostgreSqlStore
ok: DoctrineDbalPostgreSqlStore, Connection
ok: MysqlStore
ok: MysqlStore, \PDO
ok: DoctrineDbalMysqlStore, Connection
ok: ZookeeperStore
ok: CombinedStore
ok: CombinedStore, mixed
ok: RetryTillSaveStore
where it is, and no password
ok: RedisStore
ok: RedisStore, sentinel
ok: MemcachedStore
ok: MemcachedStore, two
ok: MongoDbStore
ok: MongoDbStore, options
ok: MongoDbDocumentStore
ok: MongoDbDocumentStore, options
ok: ZookeeperStore
ok: PdoStore, mysql
ok: PdoStore, options
ok: PdoStore, URL
ok: PdoStore, file
ok: PdoStore, a driver that is not there
ok: PdoStore, a URL that lacks a slash
ok: PdoStore, separated wrongly
ok: PdoStore, more
ok: DoctrineDbalStore
ok: PostgreSqlStore
ok: PostgreSqlStore, URL
ok: PostgreSqlStore, options
ok: PostgreSqlStore, the environment
ok: PostgreSqlStore, another database
ok: DoctrineDbalPostgreSqlStore
ok: MysqlStore
ok: MysqlStore, URL
ok: MysqlStore, socket
ok: DoctrineDbalMysqlStore
what was never constructed, and what says itself what is seen
ok: a subclass
ok: Symfony\Component\Lock\Key
ok: Symfony\Component\Lock\Store\RedisStore
ok: Symfony\Component\Lock\Store\InMemoryStore
ok: nothing of a short token
ok: no time left
ok: the key keeps it
