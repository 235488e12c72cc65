--TEST--
MemcachedStore: on a server that keeps no versions (-C), nothing is overwritten that might be another owner's
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MemcachedStore;

$server = new OwnMemcached('-C');
foreach ([
    'binary' => $server->dsn(),
    'text' => $server->dsn('?binary_protocol=0'),
    '\Memcached' => new Memcached(),
    '\Memcached, binary' => new Memcached(),
] as $what => $way) {
    if ($way instanceof Memcached) {
        $way->setOption(Memcached::OPT_BINARY_PROTOCOL, '\Memcached, binary' === $what);
        $way->addServer('127.0.0.1', $server->port);
    }
    group($what, function () use ($way, $server) {
        $store = new MemcachedStore($way);
        $store->save($key = new Key($name = unique()));
        check('held', $store->exists($key));
        raises(
            'refresh',
            LockStorageException::class,
            'keeps no versions',
            fn () => $store->putOffExpiration($key, 60),
        );
        raises('release', LockStorageException::class, 'keeps no versions', fn () => $store->delete($key));
        check('held still', null !== $server->text()->get($name));
    });
}
?>
--EXPECT--
ok: binary
ok: text
ok: \Memcached
ok: \Memcached, binary
