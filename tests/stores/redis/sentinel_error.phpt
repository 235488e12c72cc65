--TEST--
RedisStore with sentinels by DSN: an error tells who does not help: the sentinels, or the master that they name
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$master = new Node(low_port());
$sentinel = new Sentinel($master->port);
$ask = fn (string $dsn) => fn () => (new RedisStore($dsn))->exists(new Key('x'));
$refused = function (string $what, string $message, string $dsn) use ($ask) {
    raises($what, LockStorageException::class, $message, $ask($dsn));
};

$refused(
    'an unknown master',
    "Redis Sentinel at 127.0.0.1:$sentinel->port: there is no master \"other\"",
    strtr($sentinel->dsn(), ['mymaster' => 'other']),
);
$refused(
    'nobody there',
    'Redis Sentinel at 127.0.0.1:1, 127.0.0.1:2: no sentinel answers, the last one: Redis at 127.0.0.1:2: cannot '
        .'connect: Connection refused',
    'redis:?host[127.0.0.1:1]&host[127.0.0.1:2]&redis_sentinel=mymaster',
);
$refused('no sentinel', 'ERR unknown command', "redis:?host[127.0.0.1:$master->port]&redis_sentinel=mymaster");
same('the next one', false, $ask($sentinel->dsn('', 'host[127.0.0.1:1]&'))());
$time = seconds(fn () => $refused(
    'a password of the master',
    "Redis at 127.0.0.1:$master->port: ",
    $sentinel->dsn('&auth[]=nobody&auth[]=secret'),
));
between('is refused at once: seconds', 0, 2, $time);
?>
--EXPECT--
ok: an unknown master
ok: nobody there
ok: no sentinel
ok: the next one
ok: a password of the master
ok: is refused at once: seconds
