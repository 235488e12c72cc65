--TEST--
MemcachedStore by DSN: as many servers, and as long names, as libmemcached bears
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

$dsn = fn (array $hosts) => 'memcached:?'.implode('&', array_map(fn ($host) => "host[$host]", $hosts));
// Nobody listens there.
$servers = fn (int $count) => $dsn(array_map(fn ($i) => "127.0.0.1:$i", range(1, $count)));
$acquires = fn (string $dsn) => (new Lock(new Key('name'), new MemcachedStore($dsn), 60, false))->acquire();

raises('100', LockAcquiringException::class, null, fn () => $acquires($servers(100)));
raises('101', InvalidArgumentException::class, 'there are more than 100 servers', fn () => $acquires($servers(101)));
foreach (['h', '/'] as $first) {
    $of = fn (int $length) => $dsn(['127.0.0.1:1', str_pad($first, $length, 'h').('/' === $first ? ':' : ':3')]);
    raises("$first, 1023", LockAcquiringException::class, null, fn () => $acquires($of(1023)));
    raises(
        "$first, 1024",
        InvalidArgumentException::class,
        'a host or path is longer than 1023 characters',
        fn () => $acquires($of(1024)),
    );
}
?>
--EXPECT--
ok: 100
ok: 101
ok: h, 1023
ok: h, 1024
ok: /, 1023
ok: /, 1024
