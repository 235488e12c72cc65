--TEST--
StoreFactory: what is no DSN is refused with its text, without the secrets in it
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Store\StoreFactory;

$same = ['', ' ', ':', '//', '://', '?', '@', 'flock:', 'flock:/tmp', 'FLOCK', 'Flock', ' flock', 'flock ', 'flock/', "flock\0", 'flock+', 'flock+remove:', 'flock+delete',
    'semaphores', 'semaphore:', 'semaphore:x', 'inmemory', 'in-memory:', 'in-memory://', 'In-Memory', 'NULL', 'null:', 'null://', 'redis', 'rediss', 'valkey', 'Redis://localhost',
    'redis+tls://localhost', 'redis-cluster:x', 'memcached', 'memcache://localhost', 'mongodb', 'mongo://localhost', 'mongodb+tls://localhost', 'mysql', 'mysqli://localhost', 'mariadb://localhost',
    'pgsql', 'pg://localhost', 'postgres', 'postgresql:host=localhost', 'postgresql+advisory:host=localhost', 'postgres+advisory:x', 'pgsql+advisory', 'mysql+advisory', 'advisory:', 'sqlite', 'sqlite2:x', 'oci', 'zookeeper:', 'zookeeper:/localhost',
    'zookeeper', 'dynamodb:', 'dynamodb:default', 'amqp://localhost', 'http://localhost/', 'file:///tmp', '/tmp/locks', 'localhost', 'localhost:6379', "unknown://a\nb", "\xff\xfe://x", str_repeat('x', 100_000)];
$masked = [
    'foo://secret@localhost' => 'foo://***@localhost',
    'foo://user:secret@localhost:1/db' => 'foo://***@localhost:1/db',
    'foo://user:p@ss:secret@localhost' => 'foo://***@localhost',
    'foo://user:sec/ret?x@localhost' => 'foo://***@localhost',
    'foo:user:secret@localhost' => 'foo:***@localhost',
    'user:secret@localhost' => 'user:***@localhost',
    'secret@localhost' => '***@localhost',
    'foo://a:secret@h1,b:secret@h2' => 'foo://***@h2',
    'foo://h?auth=secret' => 'foo://h?auth=***',
    'foo://h?auth=secret&dbindex=2' => 'foo://h?auth=***&dbindex=2',
    'foo://h?dbindex=2&auth=secret;x' => 'foo://h?dbindex=2&auth=***;x',
    'foo://h?AUTH=secret&Password=secret' => 'foo://h?AUTH=***&Password=***',
    'foo://h?auth[]=user&auth[1]=secret&x[]=1' => 'foo://h?auth[]=***&auth[1]=***&x[]=1',
    'foo://h?auth%5B%5D=secret&x' => 'foo://h?auth%5B%5D=***&x',
    'foo://h?auth[&x=1' => 'foo://h?auth[&x=1',
    'foo:host=h;user=u;password=secret' => 'foo:host=h;user=u;password=***',
    'foo:host=h;pwd=secret secret;port=1' => 'foo:host=h;pwd=***;port=1',
    'foo:password=' => 'foo:password=***',
    'foo:host=h password=secret user=u' => 'foo:host=h password=***',
    'password=secret' => 'password=***',
    'foo:db_password=secret' => 'foo:db_password=***',
    'foo://h?author=me&path=/x' => 'foo://h?author=me&path=/x',
    'foo://u:secret@h?auth=secret&password=secret' => 'foo://***@h?auth=***&password=***',
    'REDIS://user:secret@localhost' => 'REDIS://***@localhost',
    'mysqli://u:secret@h/db' => 'mysqli://***@h/db',
    "foo://u:sec\0ret@h" => 'foo://***@h',
    "foo://h?auth=sec\0ret&x" => 'foo://h?auth=***&x',
    '@secret@h' => '***@h',
    'foo://@' => 'foo://***@',
];
foreach ($same as $dsn) {
    $masked[$dsn] ??= '@' === $dsn ? '***@' : $dsn;
}
check('more than 60 rows', count($masked) > 60);
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

foreach ([new stdClass(), new ArrayObject(), new class {}, fn () => 1, new SplObjectStorage(), new DateTime()] as $object) {
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
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "stdClass".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "ArrayObject".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "class@anonymous".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "Closure".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "SplObjectStorage".
Symfony\Component\Lock\Exception\InvalidArgumentException: Unsupported Connection: "DateTime".
ArgumentCountError
ArgumentCountError
TypeError
TypeError
TypeError
ArgumentCountError
