--TEST--
The public API is that of the PHP packages 5.4, 6.4 and 7.4, but for what parity.txt tells, with what came in 8.1 and 8.2
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 5.4', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/parity.inc';

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
            'Slock\KeepAlive',
            'Slock\Exception\LockLostException',
            'Slock\Store',
            'Slock\Store\MongoDbDocumentStore',
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

$ours = api_of('here');
foreach (NEWER as $short => $expected) {
    same(
        $short,
        $expected,
        declaration($ours["Symfony\\Component\\Lock\\$short"] ?? exit("FAIL: $short does not exist"), $expected),
    );
}
foreach ([
    'here' => 'no return type of ours is in the way of a subclass',
    '5.4' => 'as in 5.4',
    '6.4' => 'as in 6.4',
    '7.4' => 'as in 7.4',
    'parity.txt' => 'no exception that is not needed',
] as $where => $what) {
    check($what, !($trouble = ($troubles ??= api_parity())[$where]), implode('; ', $trouble));
}

group('parameters that came later', function () use ($ours) {
    foreach ([
        'Store\FlockStore::__construct' => '?string $lockPath = NULL, bool $removeOnRelease = false, '
            ."array \$options = array (\n)",
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
ok: Store\MysqlStore
ok: Store\DoctrineDbalMysqlStore
ok: no return type of ours is in the way of a subclass
ok: as in 5.4
ok: as in 6.4
ok: as in 7.4
ok: no exception that is not needed
ok: parameters that came later
