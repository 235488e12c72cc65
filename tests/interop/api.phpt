--TEST--
The public API is that of the PHP packages 5.4, 6.4 and 7.4, the newest first, with what came in 8.1 and 8.2
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/every-class.inc';

// What is different on purpose. A logger is any object with the methods of PSR-3; a store takes a DSN as well.
const WIDER = [
    'setLogger($logger)',
    '__construct($redis)',
    '__construct($memcached)',
    '__construct($zookeeper)',
    '__construct($mongo)',
];
// How a class refuses or allows serialization is not API, and newer lines do it by other methods.
const INSIDE = ['__sleep', '__wakeup'];
// The engine cannot say what type an internal setLogger() returns: psr/log 1 to 3 disagree.
const UNTYPED = ['setLogger'];
// Without the class \Zookeeper it is the DSN that the store takes.
const WIDER_RETURN = ['createConnection' => ['Zookeeper', 'string']];

function description(string $with): array
{
    $child = Child::file(__DIR__.'/../inc/describe.inc', $with, [
        'redis',
        'sysvsem',
        'pdo',
        'pdo_pgsql',
        'igbinary',
        'msgpack',
        'memcached',
        'mongodb',
    ]);
    $child->say(json_encode(every_class()));
    $output = $child->finish();
    $description = json_decode($output, true);
    if (!is_array($description)) {
        exit("FAIL: $with: $output\n");
    }

    return $description;
}

function compare_methods(string $name, array $theirs, array $ours, array &$trouble): void
{
    foreach (['static', 'abstract', 'final'] as $flag) {
        if ($theirs[$flag] !== $ours[$flag]) {
            $trouble[] = "$name() $flag: ".show($theirs[$flag]).', here '.show($ours[$flag]);
        }
    }
    foreach ($theirs['parameters'] as $i => $p) {
        $q = $ours['parameters'][$i] ?? null;
        $at = "$name(\$$p[name])";
        if (!$q) {
            $trouble[] = "$at is missing";
            continue;
        }
        if ($p['type'] !== $q['type'] && !in_array($at, WIDER, true)) {
            $trouble[] = "$at type: ".show($p['type']).', here '.show($q['type']);
        }
        unset($p['type'], $q['type']);
        if ($p !== $q) {
            $trouble[] = "$at: ".show($p).', here '.show($q);
        }
    }
    foreach (array_slice($ours['parameters'], count($theirs['parameters'])) as $q) {
        if (!$q['optional']) {
            $trouble[] = "$name(\$$q[name]) is more than the package asks for, and not optional";
        }
    }
    if (
        $theirs['return'] !== $ours['return']
        && $ours['return'] !== (WIDER_RETURN[$name] ?? null)
        && !in_array($name, UNTYPED, true)
        && (null !== $theirs['return'] || !$ours['tentative'])
    ) {
        $trouble[] = "$name() returns ".show($theirs['return']).', here '.show($ours['return']);
    }
}

function compare(array $theirs, array $ours): array
{
    $trouble = [];
    foreach (['name', 'kind', 'final', 'abstract', 'parent', 'logger aware'] as $part) {
        if ($theirs[$part] !== $ours[$part]) {
            $trouble[] = "$part: ".show($theirs[$part]).', here '.show($ours[$part]);
        }
    }
    if ($missing = array_diff($theirs['interfaces'], $ours['interfaces'])) {
        $trouble[] = 'interfaces missing: '.implode(', ', $missing);
    }
    if ($constants = array_diff_assoc($theirs['constants'], $ours['constants'])) {
        $trouble[] = 'constants: '.show($constants);
    }
    foreach ($theirs['methods'] as $name => $method) {
        if (in_array($name, INSIDE, true)) {
            continue;
        }
        if (!isset($ours['methods'][$name])) {
            $trouble[] = "$name() is missing";
            continue;
        }
        compare_methods($name, $method, $ours['methods'][$name], $trouble);
    }
    // Classes written without return types must still load.
    if ($ours['internal'] && !$ours['final'] && 'trait' !== $ours['kind']) {
        foreach ($ours['methods'] as $name => $method) {
            if (
                $method['return']
                && !$method['tentative']
                && !str_starts_with($name, '__')
                && str_starts_with($method['declared in'], 'Symfony')
            ) {
                $trouble[] = "the return type of $name() is not tentative";
            }
        }
    }

    return $trouble;
}

$ours = description('here');
$lines = array_map(description(...), ['7.4' => '7.4', '6.4' => '6.4', '5.4' => '5.4']);

// What stays in PHP, and names of our own or of documents that are older than these packages.
const IN_PHP = ['Serializer\LockKeyNormalizer', 'Test\AbstractStoreTestCase'];
const OLDER = ['Factory', 'StoreInterface'];
// Not in these packages, but in 8.1 and 8.2: what they declare there.
const NEWER = [
    'Store\MysqlStore' =>
        'class MysqlStore implements BlockingStoreInterface { __construct(PDO|string $connOrDsn, '
            .'array $options = []) save(Key $key) putOffExpiration(Key $key, float $ttl) delete(Key $key) exists(Key $key) waitAndSave(Key $key) }',
    'Store\DoctrineDbalMysqlStore' =>
        'class DoctrineDbalMysqlStore implements BlockingStoreInterface { '
            .'__construct(Doctrine\DBAL\Connection|string $connOrUrl) save(Key $key) putOffExpiration(Key $key, float $ttl) delete(Key $key) exists(Key $key) waitAndSave(Key $key) }',
];

group('every class of the packages is compared, and every class of ours is theirs', function () {
    $theirs = [];
    foreach (['5.4', '6.4', '7.4'] as $line) {
        $directory = dirname(package($line));
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(
            $directory,
            FilesystemIterator::SKIP_DOTS,
        )) as $file) {
            if (ctype_upper($file->getFilename()[0])) {
                $theirs[] = strtr(substr($file->getPathname(), strlen($directory) + 1, -4), '/', '\\');
            }
        }
    }
    check('the packages were found', count($theirs) > 100);
    same('forgotten', [], array_values(array_diff(array_unique($theirs), every_class_short(), IN_PHP)));
    $ours = is_native()
        ? array_map(
            fn ($name) => preg_replace('/^Symfony\\\\Component\\\\Lock\\\\/', '', $name),
            (new ReflectionExtension('slock'))->getClassNames(),
        )
        : every_class_short();
    same(
        'more than that',
        [],
        array_values(array_diff($ours, $theirs, OLDER, array_keys(NEWER), [
            'Slock\Handle',
            'Slock\Store',
            'Psr\Log\LoggerAwareInterface',
            'symfony\component\lock\factory',
        ])),
    );
});

/** The same shape as in NEWER, with the methods in the order of that text. */
function declaration(array $ours, string $like): string
{
    $short = fn (string $name) => preg_replace('/^Symfony\\\\Component\\\\Lock\\\\/', '', $name);
    preg_match_all('/(\w+)\(/', $like, $names);
    $methods = '';
    foreach ($names[1] as $name) {
        $method = $ours['methods'][$name] ?? ['parameters' => []];
        $methods .= " $name(".implode(', ', array_map(function ($p) use ($short) {
            $type = implode('|', array_map($short, $p['type'] ?? []));

            return "$type \$$p[name]".(
                null === $p['default']
                ? ''
                : ' = '.preg_replace('/\s+/', '', strtr($p['default'], ['array (' => '[', ')' => ']']))
            );
        }, $method['parameters'])).')';
    }
    preg_match('/^(final )?class \w+ implements (\w+)/', $like, $m);
    $implements = array_map($short, $ours['interfaces']);

    return ($ours['final'] ? 'final ' : '').'class '.substr(strrchr($ours['name'], '\\'), 1).' implements '
        .(in_array($m[2], $implements, true) ? $m[2] : implode(', ', $implements))." {{$methods} }";
}

foreach (array_diff(every_class_short(), OLDER) as $short) {
    $name = "Symfony\\Component\\Lock\\$short";
    if (!isset($ours[$name])) {
        check($short, false, 'it does not exist');
        continue;
    }
    if (isset(NEWER[$short])) {
        same($short, NEWER[$short], declaration($ours[$name], NEWER[$short]));
        continue;
    }
    // Everything that the newest line has must be as it is there; what only older lines have, as it was there.
    $reference = null;
    foreach ($lines as $line) {
        if (!isset($line[$name])) {
            continue;
        }
        $reference ??= $line[$name];
        $reference['methods'] += $line[$name]['methods'];
        $reference['constants'] += $line[$name]['constants'];
        $reference['interfaces'] = array_values(array_unique([
            ...$reference['interfaces'],
            ...$line[$name]['interfaces'],
        ]));
    }
    if (!$reference) {
        check($short, false, 'no package has it');
        continue;
    }
    $trouble = compare($reference, $ours[$name]);
    check($short, !$trouble, implode('; ', $trouble));
}

group('parameters that came later', function () use ($ours) {
    foreach ([
        'Store\FlockStore::__construct' => '?string $lockPath = NULL, bool $removeOnRelease = false',
        'Store\SemaphoreStore::__construct' => '?string $scope = NULL',
        'Store\StoreFactory::createStore' => 'object|string $connection, bool $advisory = false',
        'Lock::acquire' => 'bool $blocking = false, ?float $timeout = NULL',
        'Lock::acquireRead' => 'bool $blocking = false, ?float $timeout = NULL',
    ] as $method => $expected) {
        [$class, $name] = explode('::', $method);
        same($method, $expected, implode(', ', array_map(function ($p) {
            $type = $p['type'] ?? [];
            $type = 2 === count($type) && in_array('null', $type, true)
                ? '?'.current(array_diff($type, ['null']))
                : implode('|', $type);

            return "$type \$$p[name]".(null === $p['default'] ? '' : " = $p[default]");
        }, $ours["Symfony\\Component\\Lock\\$class"]['methods'][$name]['parameters'])));
    }
});
?>
--EXPECT--
ok: every class of the packages is compared, and every class of ours is theirs
ok: BlockingSharedLockStoreInterface
ok: BlockingStoreInterface
ok: Key
ok: Lock
ok: LockFactory
ok: LockInterface
ok: NoLock
ok: PersistingStoreInterface
ok: SharedLockInterface
ok: SharedLockStoreInterface
ok: Exception\ExceptionInterface
ok: Exception\InvalidArgumentException
ok: Exception\InvalidTtlException
ok: Exception\LockAcquiringException
ok: Exception\LockConflictedException
ok: Exception\LockExpiredException
ok: Exception\LockReleasingException
ok: Exception\LockStorageException
ok: Exception\NotSupportedException
ok: Exception\UnserializableKeyException
ok: Store\CombinedStore
ok: Store\DatabaseTableTrait
ok: Store\DoctrineDbalMysqlStore
ok: Store\DoctrineDbalPostgreSqlStore
ok: Store\DoctrineDbalStore
ok: Store\ExpiringStoreTrait
ok: Store\FlockStore
ok: Store\InMemoryStore
ok: Store\MemcachedStore
ok: Store\MongoDbStore
ok: Store\MysqlStore
ok: Store\NullStore
ok: Store\PdoStore
ok: Store\PostgreSqlStore
ok: Store\RedisStore
ok: Store\RetryTillSaveStore
ok: Store\SemaphoreStore
ok: Store\StoreFactory
ok: Store\ZookeeperStore
ok: Strategy\ConsensusStrategy
ok: Strategy\StrategyInterface
ok: Strategy\UnanimousStrategy
ok: parameters that came later
