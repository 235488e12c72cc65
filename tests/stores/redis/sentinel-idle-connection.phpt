--TEST--
RedisStore with sentinels by DSN: after the end of an idle connection they say where the next request goes
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$old = new Node(low_port());
$new = new Node(low_port());
$sentinel = new Sentinel($old->port);
$name_master = function (Node $master) use ($sentinel) {
    $sentinel->admin->call('SENTINEL', 'REMOVE', 'mymaster');
    $sentinel->admin->call('SENTINEL', 'MONITOR', 'mymaster', '127.0.0.1', $master->port, 1);
};
// The old master has been started again meanwhile, and still believes that it is the master.
$replace = function () use ($old, $new, $name_master) {
    $name_master($new);
    $old->admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
};
$has = fn (Node $server, string $name) => $server->server->connect()->call('EXISTS', $name);

$scene = function (callable $make, bool $again = false) use ($old, $new, $has, $replace, $name_master) {
    $name_master($old);
    $store = $make();
    $before = lock($store, $first = unique(), 30, false);
    same('acquired before', true, $before->acquire());
    same('at the old master', [1, 0], [$has($old, $first), $has($new, $first)]);
    if ($again) {
        unset($before, $store);
        $store = $make();
    }
    $replace();
    $lock = lock($store, $name = unique(), 30, false);
    same('acquired', true, $lock->acquire());
    same('at the new master', [0, 1], [$has($old, $name), $has($new, $name)]);
    same('held', true, $lock->isAcquired());
    $lock->release();
    same('released', [0, 0], [$has($old, $name), $has($new, $name)]);
};
group('a store', fn () => $scene(fn () => new RedisStore($sentinel->dsn())));
group('a persistent connection, and the next store', fn () => $scene(
    fn () => new RedisStore($sentinel->dsn('&persistent=1')),
    true,
));
group('a member of a quorum', fn () => $scene(
    fn () => new CombinedStore([new RedisStore($sentinel->dsn()), new InMemoryStore()], new UnanimousStrategy()),
));
group('a release that is only sent', function () use ($sentinel, $old, $new, $has, $replace, $name_master) {
    $name_master($old);
    $lock = lock(new RedisStore($sentinel->dsn('&release=send')), $name = unique(), 30, false);
    $lock->acquire();
    $replace();
    $lock->release();
    same('the old master has not heard it', 1, $has($old, $name));
});

group('a server that does not know the script, and closes the connection', function () use ($new, $has) {
    $server = new FakeRedis(
        sentinel: ["*2\r\n$9\r\n127.0.0.1\r\n$5\r\n{port}\r\n", "*2\r\n$9\r\n127.0.0.1\r\n$5\r\n$new->port\r\n"],
        role: ["*1\r\n$6\r\nmaster\r\n"],
        evalsha: [["-NOSCRIPT No matching script.\r\n", false]],
        eval: [":1\r\n"],
    );
    $store = new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_sentinel=mymaster");
    same('acquired', true, lock($store, $name = unique(), 30, false)->acquire());
    same('at the new master', 1, $has($new, $name));
    check('the old one was not asked again', !in_array('eval', explode(' ', $heard = $server->stop())), $heard);
});
?>
--EXPECT--
ok: a store
ok: a persistent connection, and the next store
ok: a member of a quorum
ok: a release that is only sent
ok: a server that does not know the script, and closes the connection
