--TEST--
RedisStore by DSN: a password may hold any bytes; a NUL byte in any other part is refused by name
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
$password = "a\0b\xff@:/?";
$admin->call('ACL', 'SETUSER', 'locks', 'on', ">$password", '~*', '&*', '+@all');
$admin->call('CONFIG', 'SET', 'requirepass', $password);
$admin = new Resp("unix://$server->socket");
$encoded = rawurlencode($password);
$at = "127.0.0.1:$server->port";

group('passwords', function () use ($at, $encoded) {
    foreach ([
        "redis://:$encoded@$at",
        "redis://locks:$encoded@$at",
        "redis://$at?auth=$encoded",
        "redis://$at?auth[]=locks&auth[]=$encoded",
    ] as $dsn) {
        same($dsn, true, lock(new RedisStore($dsn))->acquire());
    }
    foreach (['a', 'a%00', 'a%00c', "$encoded%00"] as $other) {
        raises(
            $other,
            LockAcquiringException::class,
            null,
            fn () => lock(new RedisStore("redis://locks:$other@$at"))->acquire(),
        );
    }
    // Two passwords that differ behind the NUL are two connections.
    same('the right one', true, lock(new RedisStore("redis://locks:$encoded@$at"), null, 30, false)->acquire());
    raises(
        'the wrong one',
        LockAcquiringException::class,
        null,
        fn () => lock(new RedisStore("redis://locks:a%00@$at"))->acquire(),
    );
});

group('other parts', function () use ($at) {
    foreach ([
        "redis://a%00b:secret@$at" => 'user', "redis://$at?auth[]=a%00b&auth[]=secret" => 'user',
        "redis:?host[$at]&redis_sentinel=m%00n" => 'name of the master',
        "redis:?host[$at]&redis_sentinel=m&sentinel_auth[]=a%00b&sentinel_auth[]=secret" => 'sentinel_auth',
        "redis://$at?persistent_id=a%00b" => 'persistent_id',
        "redis://$at?dbindex=1%00" => 'dbindex',
        "redis://$at?auth=x\0y" => 'NUL byte',
    ] as $dsn => $part) {
        $e = raises($part, InvalidArgumentException::class, $part, fn () => new RedisStore($dsn));
        check("$part: no secret", $e && !str_contains($e->getMessage(), 'secret'), (string) $e?->getMessage());
    }
});
?>
--EXPECT--
ok: passwords
ok: other parts
