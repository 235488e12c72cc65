--TEST--
StoreFactory: no trace shows a connection
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';
require __DIR__.'/../inc/every-class.inc';

use Symfony\Component\Lock\Store\StoreFactory;

ini_set('zend.exception_ignore_args', '0');
ini_set('zend.exception_string_param_max_len', '1000');
try {
    StoreFactory::createStore('foo://user:secret@localhost');
} catch (Exception $e) {
    same('the argument', SensitiveParameterValue::class, $e->getTrace()[0]['args'][0]::class);
    check(
        'the text',
        str_contains($e, 'createStore(Object(SensitiveParameterValue))') && !str_contains($e, 'secret'),
        $e,
    );
}
foreach ([
    'redis://user:secret@localhost?timeout=x',
    'redis://user:secret@localhost/x',
    'redis:?host[',
    'rediss://user:secret@localhost?ssl=1',
    'mongodb://user:secret@localhost',
    'flock:///proc/secret?no',
] as $dsn) {
    try {
        StoreFactory::createStore($dsn);
        check("$dsn is accepted", true);
    } catch (Exception $e) {
        check($dsn, str_starts_with($dsn, 'flock') || !str_contains($e, 'secret'), $e);
    }
}
$parameter = (new ReflectionMethod(StoreFactory::class, 'createStore'))->getParameters()[0];
same('the attribute', [SensitiveParameter::class], array_map(fn ($a) => $a->getName(), $parameter->getAttributes()));
// What no trace shows of any class, and that it is said once.
foreach ([...every_class(), 'Slock\Store\MongoDbDocumentStore'] as $class) {
    foreach (class_exists($class) ? (new ReflectionClass($class))->getMethods() : [] as $method) {
        foreach ($method->getParameters() as $parameter) {
            foreach ($parameter->getAttributes() as $attribute) {
                $hidden = $attribute->newInstance() instanceof SensitiveParameter;
                check("$class::$method->name(\$$parameter->name)", $hidden);
            }
        }
    }
}
?>
--EXPECT--
ok: the argument
ok: the text
ok: redis://user:secret@localhost?timeout=x
ok: redis://user:secret@localhost/x
ok: redis:?host[
ok: rediss://user:secret@localhost?ssl=1
ok: mongodb://user:secret@localhost
ok: flock:///proc/secret?no
ok: the attribute
ok: Symfony\Component\Lock\Store\DoctrineDbalMysqlStore::__construct($connOrUrl)
ok: Symfony\Component\Lock\Store\DoctrineDbalPostgreSqlStore::__construct($connOrUrl)
ok: Symfony\Component\Lock\Store\DoctrineDbalStore::__construct($connOrUrl)
ok: Symfony\Component\Lock\Store\MemcachedStore::__construct($memcached)
ok: Symfony\Component\Lock\Store\MongoDbStore::__construct($mongo)
ok: Symfony\Component\Lock\Store\MongoDbStore::__construct($options)
ok: Symfony\Component\Lock\Store\MysqlStore::__construct($connOrDsn)
ok: Symfony\Component\Lock\Store\MysqlStore::__construct($options)
ok: Symfony\Component\Lock\Store\PdoStore::__construct($connOrDsn)
ok: Symfony\Component\Lock\Store\PdoStore::__construct($options)
ok: Symfony\Component\Lock\Store\PostgreSqlStore::__construct($connOrDsn)
ok: Symfony\Component\Lock\Store\PostgreSqlStore::__construct($options)
ok: Symfony\Component\Lock\Store\RedisStore::__construct($redis)
ok: Symfony\Component\Lock\Store\StoreFactory::createStore($connection)
ok: Symfony\Component\Lock\Store\ZookeeperStore::__construct($zookeeper)
ok: Symfony\Component\Lock\Store\ZookeeperStore::createConnection($dsn)
ok: Slock\Store\MongoDbDocumentStore::__construct($mongo)
ok: Slock\Store\MongoDbDocumentStore::__construct($options)
