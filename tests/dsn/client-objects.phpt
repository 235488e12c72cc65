--TEST--
StoreFactory: client objects, without loading any class to find out
--FILE--
<?php
// Stand-ins for clients that are not installed here.
namespace Predis { interface ClientInterface {} class Client implements ClientInterface {} }
namespace Relay { if (!\extension_loaded('relay')) { class Relay {} class Cluster {} } }
namespace MongoDB\Driver { if (!\extension_loaded('mongodb')) { class Manager {} } }
namespace MongoDB {
    class Client
    {
        public function getManager()
        {
            return new Driver\Manager();
        }
    }
    class Database
    {
        public function getManager()
        {
            return new Driver\Manager();
        }

        public function getDatabaseName()
        {
            return 'db';
        }
    }
    class Collection
    {
        public function getManager()
        {
            return new Driver\Manager();
        }

        public function getDatabaseName()
        {
            return 'db';
        }

        public function getCollectionName()
        {
            return 'c';
        }
    }
}
namespace AsyncAws\DynamoDb { class DynamoDbClient {} }
namespace Doctrine\DBAL {
    class Connection
    {
        public function __construct(private ?object $platform)
        {
        }

        public function getDatabasePlatform()
        {
            return $this->platform ?? throw new \DomainException('unknown');
        }
    }
}
namespace Doctrine\DBAL\Platforms {
    class AbstractMySQLPlatform {}
    class MySQL80Platform extends AbstractMySQLPlatform {}
    class PostgreSQLPlatform {}
    class PostgreSQL100Platform extends PostgreSQLPlatform {}
    class SQLitePlatform {}
}
namespace {
    foreach (['PDO', 'Memcached', 'Zookeeper'] as $name) {
        if (!class_exists($name, false)) {
            eval("class $name {}");
        }
    }
    class Pdo2 extends PDO
    {
        public function __construct(private mixed $driver)
        {
        }

        public function getAttribute(int $attribute): mixed
        {
            if (3 === $attribute) {
                return 2;   // ERRMODE_EXCEPTION, which a store insists on
            }
            if (16 !== $attribute) {
                throw new DomainException("attribute $attribute");
            }

            return $this->driver instanceof Throwable ? throw $this->driver : $this->driver;
        }
    }

    require __DIR__.'/../inc/slock.inc';

    use Symfony\Component\Lock\Exception\InvalidArgumentException;
    use Symfony\Component\Lock\Store\StoreFactory;

    $asked = [];
    spl_autoload_register(function (string $class) use (&$asked) {
        if (!str_starts_with($class, 'Symfony\Component\Lock\\')) {
            $asked[] = $class;

            return;
        }
        eval(
            'namespace '
            .substr($class, 0, strrpos($class, '\\'))
            .'; class '
            .substr(strrchr($class, '\\'), 1)
            .' implements \Symfony\Component\Lock\PersistingStoreInterface {
            public array $got;
            public function __construct(mixed ...$got) { $this->got = $got; }
            public function save(\Symfony\Component\Lock\Key $key): void {}
            public function delete(\Symfony\Component\Lock\Key $key): void {}
            public function exists(\Symfony\Component\Lock\Key $key): bool { return false; }
            public function putOffExpiration(\Symfony\Component\Lock\Key $key, float $ttl): void {}
        }'
        );
    });

    function leads_to(object $client, bool $advisory = false): string
    {
        try {
            $store = StoreFactory::createStore($client, $advisory);
        } catch (Throwable $e) {
            return $e::class.': '.$e->getMessage();
        }
        if (!(new ReflectionClass($store))->isInternal() && $store->got !== [$client]) {
            return 'FAIL: got '.show($store->got);
        }

        return substr(strrchr($store::class, '\\'), 1);
    }

    $dbal = fn (?object $platform) => new Doctrine\DBAL\Connection($platform);
    foreach ([
        [new Predis\Client()],
        [new class extends Predis\Client {}],
        [new MongoDB\Collection()],
        [new MongoDB\Database()],
        [new MongoDB\Client()],
        [new AsyncAws\DynamoDb\DynamoDbClient()], [new Pdo2('sqlite')], [new Memcached()], [$dbal(null)],
        [new Predis\Client(), true],
        [new MongoDB\Collection(), true],
        [new AsyncAws\DynamoDb\DynamoDbClient(), true],
        [new Memcached(), true],
        [new Pdo2('pgsql'), true],
        [new Pdo2('mysql'), true],
        [new Pdo2('sqlite'), true],
        [new Pdo2(null), true],
        [new Pdo2(new DomainException('closed')), true],
        [$dbal(new Doctrine\DBAL\Platforms\PostgreSQL100Platform()), true],
        [$dbal(new Doctrine\DBAL\Platforms\MySQL80Platform()), true],
        [$dbal(new Doctrine\DBAL\Platforms\SQLitePlatform()), true], [$dbal(null), true],
        [new stdClass()], [new stdClass(), true], [new Symfony\Component\Lock\Store\NullStore()],
    ] as $arguments) {
        echo strtr(strtok(get_class($arguments[0]), "\0"), ['Pdo2' => 'PDO']), isset($arguments[1]) ? ', advisory' : '',
            ': ', leads_to(...$arguments), "\n";
    }
    same('no class was loaded', [], $asked);
    foreach (['DoctrineDbalPostgreSqlStore', 'DoctrineDbalMysqlStore'] as $class) {
        $class = "Symfony\\Component\\Lock\\Store\\$class";
        $e = raises($class, DomainException::class, 'unknown', fn () => new $class($dbal(null)));
        same('nothing else', null, $e?->getPrevious());
    }
}
?>
--EXPECT--
Predis\Client: RedisStore
Predis\Client@anonymous: RedisStore
MongoDB\Collection: MongoDbStore
MongoDB\Database: Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "collection" in the URI querystring or option.
MongoDB\Client: Symfony\Component\Lock\Exception\InvalidArgumentException: "Symfony\Component\Lock\Store\MongoDbStore::__construct()" requires the "database" in the URI path or option.
AsyncAws\DynamoDb\DynamoDbClient: DynamoDbStore
PDO: PdoStore
Memcached: MemcachedStore
Doctrine\DBAL\Connection: DoctrineDbalStore
Predis\Client, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "Predis\Client" is none.
MongoDB\Collection, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "MongoDB\Collection" is none.
AsyncAws\DynamoDb\DynamoDbClient, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "AsyncAws\DynamoDb\DynamoDbClient" is none.
Memcached, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "Memcached" is none.
PDO, advisory: PostgreSqlStore
PDO, advisory: MysqlStore
PDO, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "sqlite" is none.
PDO, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "Pdo2" is none.
PDO, advisory: DomainException: closed
Doctrine\DBAL\Connection, advisory: DoctrineDbalPostgreSqlStore
Doctrine\DBAL\Connection, advisory: DoctrineDbalMysqlStore
Doctrine\DBAL\Connection, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Advisory locks need a connection to PostgreSQL or MySQL, "Doctrine\DBAL\Platforms\SQLitePlatform" is none.
Doctrine\DBAL\Connection, advisory: DomainException: unknown
stdClass: Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "stdClass".
stdClass, advisory: Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "stdClass".
Symfony\Component\Lock\Store\NullStore: Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "Symfony\Component\Lock\Store\NullStore".
ok: no class was loaded
ok: Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore
ok: nothing else
ok: Symfony\Component\Lock\Store\DoctrineDbalMysqlStore
ok: nothing else
