--TEST--
StoreFactory: what is no DSN is refused with its scheme, and nothing else of it is shown
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\StoreFactory;

$same = [
    '',
    ' ',
    ':',
    '//',
    '://',
    '?',
    '@',
    'flock:',
    'flock:/tmp',
    'FLOCK',
    'Flock',
    ' flock',
    'flock ',
    'flock/',
    "flock\0",
    'flock+',
    'flock+remove:',
    'flock+delete',
    'semaphores',
    'semaphore:',
    'semaphore:x',
    'inmemory',
    'in-memory:',
    'in-memory://',
    'In-Memory',
    'NULL',
    'null:',
    'null://',
    'redis',
    'rediss',
    'valkey',
    'Redis://localhost',
    'redis+tls://localhost',
    'redis-cluster:x',
    'memcached',
    'memcache://localhost',
    'mongodb',
    'mongo://localhost',
    'mongodb+tls://localhost',
    'mysql',
    'mysqli://localhost',
    'mariadb://localhost',
    'pgsql',
    'pg://localhost',
    'postgres',
    'postgresql:host=localhost',
    'postgresql+advisory:host=localhost',
    'postgres+advisory:x',
    'pgsql+advisory',
    'mysql+advisory',
    'advisory:',
    'sqlite',
    'sqlite2:x',
    'oci',
    'zookeeper:',
    'zookeeper:/localhost',
    'zookeeper',
    'dynamodb:',
    'dynamodb:default',
    'amqp://localhost',
    'http://localhost/',
    'file:///tmp',
    '/tmp/locks',
    'localhost',
    'localhost:6379',
    "unknown://a\nb",
    "\xff\xfe://x",
    str_repeat('x', 100_000),
];
$secrets = [
    'foo://secret@localhost',
    'foo://user:secret@localhost:1/db',
    'foo://user:p@ss:secret@localhost',
    'foo://user:sec/ret?x@localhost',
    'foo:user:secret@localhost',
    'flock+x://secret',
    'foo:secret',
    'foo://a:secret@h1,b:secret@h2',
    'foo://h?auth=secret',
    'foo://h?auth=secret&dbindex=2',
    'foo://h?dbindex=2&auth=secret;x',
    'foo://h?AUTH=secret&Password=secret',
    'foo://h?auth[]=user&auth[1]=secret&x[]=1',
    'foo://h?auth%5B%5D=secret&x',
    'foo://h?key=secret',
    'foo:host=h;user=u;password=secret',
    'foo:host=h;pwd=secret secret;port=1',
    'foo:host=h password=secret user=u',
    'foo:db_password=secret',
    'foo://u:secret@h?auth=secret&password=secret',
    'REDIS://user:secret@localhost',
    'mysqli://u:secret@h/db',
    "foo://u:sec\0ret@h",
    "foo://h?auth=sec\0ret&x",
    'foo://h/secret',
    'foo://h#secret',
];
$masked = [
    'secret@localhost' => '***',
    'password=secret' => '***',
    '@secret@h' => '***',
    'secret/secret' => '***',
    'secret 1' => '***',
    "sec\0ret" => '***',
    's3cret9' => '***',
    'user:secret@localhost' => 'user:***',
];
foreach ($secrets as $dsn) {
    $masked[$dsn] = strstr($dsn, ':', true).':***';
}
// The scheme, or a word that could be meant as one.
foreach ($same as $dsn) {
    $masked[$dsn] ??= match (true) {
        (bool) preg_match('/^[A-Za-z+-]{0,32}$/D', $dsn) => $dsn,
        (bool) preg_match('/^[A-Za-z0-9+._-]{1,32}:/', $dsn, $match) => $match[0].($match[0] === $dsn ? '' : '***'),
        default => '***',
    };
}
check('more than 60 rows', count($masked) > 60);
same(
    'the rule',
    ['' => '', 'flock:/tmp' => 'flock:***', 'Flock' => 'Flock', 'flock/' => '***'],
    array_intersect_key($masked, ['flock/' => 1, 'flock:/tmp' => 1, 'Flock' => 1, '' => 1]),
);
foreach ($masked as $dsn => $text) {
    $dsn = (string) $dsn;
    $e = null;
    try {
        StoreFactory::createStore($dsn);
    } catch (InvalidArgumentException $e) {
    }
    if (!$e || 'Unsupported Connection: "'.$text.'".' !== $e->getMessage()) {
        check(show($dsn), false, show($e?->getMessage()));
    }
    if ($e && (str_contains($e, 'secret') || str_contains($e, 'sec'))) {
        check(show($dsn).' tells a secret', false, show((string) $e));
    }
}

foreach ([
    new stdClass(),
    new ArrayObject(),
    new class {},
    fn () => 1,
    new SplObjectStorage(),
    new DateTime(),
] as $object) {
    echo outcome(fn () => StoreFactory::createStore($object)), "\n";
}
foreach ([[], [1.5, true, 3], [[]], [fopen('php://memory', 'r')], ['null', []], ['null', 'x', 3]] as $arguments) {
    try {
        echo get_class(StoreFactory::createStore(...$arguments)), "\n";
    } catch (TypeError|InvalidArgumentException $e) {
        echo $e::class, "\n";
    }
}
?>
--EXPECT--
ok: more than 60 rows
ok: the rule
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "stdClass".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "ArrayObject".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "class@anonymous".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "Closure".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "SplObjectStorage".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "DateTime".
ArgumentCountError
Symfony\Component\Lock\Exception\InvalidArgumentException
TypeError
TypeError
TypeError
Symfony\Component\Lock\Exception\InvalidArgumentException
