--TEST--
Arguments as PHP takes them in files without strict types: more than declared are ignored, null for a scalar is a TypeError
--EXTENSIONS--
pdo
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/every-class.inc';

/** What every public method says to too many arguments, and to null where that is not declared. */
$code = <<<'CODE'
use Symfony\Component\Lock as L;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store as S;

$memory = new S\InMemoryStore();
$directory = temporary_directory();
// A value for each parameter, by its name.
$values = [
    'store' => fn () => $memory,
    'stores' => fn () => [$memory],
    'strategy' => fn () => new L\Strategy\ConsensusStrategy(),
    'resource' => fn () => 'r',
    'ttl' => fn () => 10.0,
    'autoRelease' => fn () => true,
    'blocking' => fn () => false,
    'stateKey' => fn () => 's',
    'state' => fn () => 1,
    'data' => fn () => ['resource' => 'r'],
    'lockPath' => fn () => $directory,
    'removeOnRelease' => fn () => false,
    'connection' => fn () => 'in-memory',
    'initialTtl' => fn () => 10,
    'numberOfSuccess' => fn () => 1,
    'numberOfItems' => fn () => 1,
    'numberOfFailure' => fn () => 1,
    'scope' => fn () => null,
    'advisory' => fn () => false,
    'timeout' => fn () => null,
    'connOrDsn' => fn () => 'sqlite::memory:',
    'options' => fn () => [],
    'gcProbability' => fn () => 0.5,
    'logger' => fn () => new ArrayLogger(),
    'decorated' => fn () => $memory,
    'retrySleep' => fn () => 1,
    'retryCount' => fn () => 1,
];
$objects = [
    Key::class => function () { $key = new Key('r'); $key->setState('s', 1); return $key; },
    L\Lock::class => fn () => new L\Lock(new Key(unique()), new S\InMemoryStore(), 10),
    L\LockFactory::class => fn () => new L\LockFactory(new S\InMemoryStore()),
    L\NoLock::class => fn () => new L\NoLock(),
    S\InMemoryStore::class => fn () => new S\InMemoryStore(),
    S\NullStore::class => fn () => new S\NullStore(),
    S\FlockStore::class => fn () => new S\FlockStore($directory),
    S\SemaphoreStore::class => fn () => new S\SemaphoreStore(),
    S\CombinedStore::class => fn () => new S\CombinedStore([new S\InMemoryStore()], new L\Strategy\UnanimousStrategy()),
    S\PdoStore::class => function () {
        $store = new S\PdoStore('sqlite::memory:');
        $store->createTable();
        return $store;
    },
    S\StoreFactory::class => fn () => new S\StoreFactory(),
    L\Strategy\ConsensusStrategy::class => fn () => new L\Strategy\ConsensusStrategy(),
    L\Strategy\UnanimousStrategy::class => fn () => new L\Strategy\UnanimousStrategy(),
];
// A debug build of PHP ends the process when an internal method takes more arguments than it declares.
// What only the package or only the extension has.
$only = ['getExpiringDate', '__serialize', '__unserialize', '__debugInfo', 'configureSchema', 'createTable'];

/** The first line, without what an error says of the caller and of a file. */
function shown(callable $call): string
{
    try {
        $call();

        return 'returns';
    } catch (TypeError $e) {
        return get_class($e).': '.preg_replace('/, called in .*$/s', '', $e->getMessage());
    } catch (Throwable $e) {
        return get_class($e);
    }
}

foreach ($objects as $class => $make) {
    echo substr($class, 23), "\n";
    foreach ((new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $name = $method->getName();
        if (in_array($name, $only, true)) {
            continue;
        }
        $call = fn (array $arguments) => match (true) {
            '__construct' === $name => new $class(...$arguments),
            $method->isStatic() => $class::$name(...$arguments),
            default => $make()->$name(...$arguments),
        };
        // The parameters that the package knows, so that both are asked the same.
        $parameters = array_values(array_filter(
            $method->getParameters(),
            fn ($p) => !in_array($p->getName(), ['timeout', 'removeOnRelease', 'scope', 'advisory'], true)
                && !('options' === $p->getName()
                    && in_array($class, [S\FlockStore::class, S\InMemoryStore::class], true)),
        ));
        $good = [];
        foreach ($parameters as $p) {
            $good[] = 'key' === $p->getName() ? new Key(unique()) : $values[$p->getName()]();
        }
        $all = $method->getNumberOfParameters();
        $more = array_pad($good, $all, null);
        foreach (array_slice($method->getParameters(), count($good)) as $i => $p) {
            $more[count($good) + $i] = $p->getDefaultValue();
        }
        $lines[] = "  $name: ".shown(fn () => $call($good)).', with more: '
            .shown(fn () => $call(PHP_DEBUG ? $good : [...$more, 'more', [], new stdClass()]));
        foreach ($parameters as $i => $p) {
            if ($p->getType() && !$p->getType()->allowsNull()) {
                $arguments = $good;
                $arguments[$i] = null;
                // The text says of unions and of client classes what PHP or the extension calls them.
                $said = shown(fn () => $call($arguments));
                $union = $p->getType() instanceof ReflectionUnionType || !$p->getType()->isBuiltin();
                $lines[] = "  $name(\${$p->getName()} = null): ".($union ? strtok($said, ':') : $said);
            }
        }
    }
    sort($lines);
    echo implode("\n", $lines), "\n";
    $lines = [];
}
CODE;
// The errors name the method as the engine does: compare line by line without the class.
$package = output_of(
    "require '".__DIR__."/../inc/stores.inc'; require '".__DIR__."/../inc/logger.inc'; ".$code,
    '7.4',
    ['pdo', 'pdo_sqlite', 'sysvsem'],
);
$here = output_of(
    "require '".__DIR__."/../inc/stores.inc'; require '".__DIR__."/../inc/logger.inc'; ".$code,
    'here',
    ['pdo', 'pdo_sqlite', 'sysvsem'],
);
$theirs = explode("\n", trim($package));
$ours = explode("\n", trim($here));
check('many methods were called', count($theirs) > 100, (string) count($theirs));
same('the package takes whatever is more', 0, substr_count($package, 'ArgumentCountError'));
same('null is refused in many places', true, substr_count($package, 'TypeError') > 30);
same('only in the package', [], array_values(array_diff($theirs, $ours)));
same('only in the extension', [], array_values(array_diff($ours, $theirs)));

// What the package does not have, and client stores: proven without it.
group('stores of clients', function () {
    foreach ([
        'RedisStore' => 'redis',
        'MemcachedStore' => 'memcached',
        'MongoDbStore' => 'mongo',
        'PostgreSqlStore' => 'connOrDsn',
        'MysqlStore' => 'connOrDsn',
        'DoctrineDbalStore' => 'connOrUrl',
        'DoctrineDbalPostgreSqlStore' => 'connOrUrl',
        'DoctrineDbalMysqlStore' => 'connOrUrl',
        'ZookeeperStore' => 'zookeeper',
        'PdoStore' => 'connOrDsn',
        'MongoDbDocumentStore' => 'mongo',
    ] as $class => $parameter) {
        $class = ('MongoDbDocumentStore' === $class ? 'Slock' : 'Symfony\Component\Lock')."\\Store\\$class";
        raises(
            $class,
            TypeError::class,
            "::__construct(): Argument #1 (\$$parameter) must be of type ",
            fn () => new $class(null, ...(PHP_DEBUG ? [] : [1, 2, 3])),
        );
    }
    foreach (['RedisStore' => 'redis://127.0.0.1:1', 'MemcachedStore' => 'memcached://127.0.0.1:1'] as $class => $dsn) {
        $class = "Symfony\\Component\\Lock\\Store\\$class";
        raises(
            "$class TTL",
            TypeError::class,
            '::__construct(): Argument #2 ($initialTtl) must be of type ',
            fn () => new $class($dsn, null),
        );
        check("$class with more", PHP_DEBUG || is_object(new $class($dsn, 300, [], 'more')));
    }
});
?>
--EXPECT--
ok: many methods were called
ok: the package takes whatever is more
ok: null is refused in many places
ok: only in the package
ok: only in the extension
ok: stores of clients
