--TEST--
RedisStore: what the server refuses is told with the name of the server before its words
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$at = "Redis at 127.0.0.1:$server->port: ";

group('the name of the server stands before its words', function () use ($admin, $server, $at) {
    $admin->call('RPUSH', $name = unique(), 'x');
    $e = raises(
        'TCP',
        LockStorageException::class,
        "{$at}WRONGTYPE ",
        fn () => (new RedisStore($server->dsn()))->save(new Key($name)),
    );
    $e = raises(
        'socket',
        LockStorageException::class,
        "Redis at $server->socket: WRONGTYPE ",
        fn () => (new RedisStore("redis://$server->socket"))->save(new Key($name)),
    );
});
?>
--EXPECT--
ok: the name of the server stands before its words
