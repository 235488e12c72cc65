--TEST--
StoreFactory: stores that this build does not have, and what stands in for them
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\StoreFactory;

// A store that is built in is none of this test's business.
$missing = fn (string $class) => !class_exists("Symfony\\Component\\Lock\\Store\\$class", false);
group('a store that is not built in, and its secret', function () use ($missing) {
    $names = 0;
    foreach ([
        'memcached://user:secret@localhost' => 'MemcachedStore', 'mongodb://user:secret@localhost/db' => 'MongoDbStore', 'mongodb+srv://u:secret@h' => 'MongoDbStore',
        'mysql://u:secret@h/db' => 'DoctrineDbalStore', 'mysql:host=h;password=secret' => 'PdoStore', 'pgsql+advisory://u:secret@h' => 'DoctrineDbalPostgreSqlStore',
        'pgsql+advisory:password=secret' => 'PostgreSqlStore', 'mysql+advisory:password=secret' => 'MysqlStore', 'zookeeper://u:secret@h' => 'ZookeeperStore',
    ] as $dsn => $class) {
        ++$names;
        if (!$missing($class)) {
            continue;
        }
        group($class, function () use ($class, $dsn) {
            $e = raises($class, InvalidArgumentException::class, "is not available: this build of slock has no Symfony\\Component\\Lock\\Store\\$class", fn () => StoreFactory::createStore($dsn));
            check("$class, the secret", !str_contains($e, 'secret'), $e);
        });
    }
    same('names', 9, $names);
});
echo outcome(fn () => StoreFactory::createStore('dynamodb://default')), "\n";

// The autoloader may throw.
spl_autoload_register($throws = function ($class) { throw new DomainException("no $class"); });
echo outcome(fn () => StoreFactory::createStore('dynamodb://default')), "\n";
spl_autoload_unregister($throws);

// What it finds may be no store, abstract, an interface, or throw.
spl_autoload_register(function ($class) {
    if ('Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore' === $class) {
        eval('namespace Symfony\Component\Lock\Bridge\DynamoDb\Store; class DynamoDbStore { }');
    }
    if ('Symfony\Component\Lock\Store\MemcachedStore' === $class) {
        eval('namespace Symfony\Component\Lock\Store; class MemcachedStore extends NullStore { public array $got; public function __construct(mixed ...$got) { $this->got = $got; } }');
    }
    if ('Symfony\Component\Cache\Adapter\AbstractAdapter' === $class && $GLOBALS['cache']) {
        eval('namespace Symfony\Component\Cache\Adapter; abstract class AbstractAdapter { public static function createConnection($dsn, array $options) { return (object) [$dsn, $options]; } }');
    }
});
$cache = false;
raises('no store', InvalidArgumentException::class, 'is no Symfony\Component\Lock\PersistingStoreInterface', fn () => StoreFactory::createStore('dynamodb://default'));

// A MemcachedStore written in PHP wants a client, which symfony/cache makes.
if ($missing('MemcachedStore')) {
    raises('without symfony/cache', InvalidArgumentException::class, 'Unsupported Redis or Memcached DSN. Try running "composer require symfony/cache".', fn () => StoreFactory::createStore('memcached://u:secret@h'));
    $cache = true;
    same('with it', ['memcached://h', ['lazy' => true]], array_values((array) StoreFactory::createStore('memcached://h')->got[0]));
} else {
    check('without symfony/cache', true);
    check('with it', true);
}
?>
--EXPECT--
ok: a store that is not built in, and its secret
LogicException: Class "Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore" is missing. Try running "composer require symfony/amazon-dynamo-db-lock" to install the lock store package.
DomainException: no Symfony\Component\Lock\Bridge\DynamoDb\Store\DynamoDbStore
ok: no store
ok: without symfony/cache
ok: with it
