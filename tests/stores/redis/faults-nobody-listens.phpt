--TEST--
RedisStore: nobody listens at the address
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('nobody listens', function () {
    $port = closed_port();
    foreach (ways($port) as $way => $makeStore) {
        if ('Redis' !== $way) { // \Redis fails before there is a store
            fails($way, $makeStore, 'Connection refused');
        }
    }
    fails(
        'with the name',
        fn () => new RedisStore("redis://127.0.0.1:$port/3"),
        "Redis at 127.0.0.1:$port: cannot connect: Connection refused",
    );
    fails('IPv6', fn () => new RedisStore("redis://[::1]:$port"), "Redis at [::1]:$port: cannot connect: ");
    fails(
        'all addresses of a name',
        fn () => new RedisStore("redis://localhost:$port"),
        "Redis at localhost:$port: cannot connect: Connection refused",
    );
    fails(
        'a socket that is not there',
        fn () => new RedisStore('redis:///nowhere/redis.sock'),
        'Redis at /nowhere/redis.sock: cannot connect: No such file or directory',
    );
    fails(
        'a socket that is none',
        fn () => new RedisStore('redis://'.__FILE__),
        'Redis at '.__FILE__.': cannot connect: Connection refused',
    );
    fails(
        'a path that is too long',
        fn () => new RedisStore('redis:///'.str_repeat('x', 200)),
        'cannot connect: File name too long',
    );
});
?>
--EXPECT--
ok: nobody listens
