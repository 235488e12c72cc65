--TEST--
RedisStore: connections that the server has killed
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('killed connections', function () {
    $server = new OwnRedis();
    $admin = $server->connect();
    $witness = new Witness($server);
    $store = new RedisStore($server->dsn().'/2');
    $lock = lock($store);
    foreach (['acquire', 'acquireRead', 'refresh', 'isAcquired', 'release', 'acquire'] as $method) {
        $lock->$method(); // brings the scripts to the server
    }
    foreach (['refresh', 'isAcquired', 'release', 'acquireRead', 'acquire'] as $method) {
        $killed = 0;
        $commands = $witness->commands(function () use ($admin, $lock, $method, &$killed) {
            foreach (explode("\n", $admin->call('CLIENT', 'LIST')) as $line) {
                if (preg_match('/^id=(\d+) .* db=2 /', $line, $m)) {
                    $killed += $admin->call('CLIENT', 'KILL', 'ID', $m[1]);
                }
            }
            check("$method works", in_array($lock->$method(), [true, null], true));
        });
        same("$method: one was killed", 1, $killed);
        same("$method: connected once more", 'select evalsha', $commands);
    }
});
?>
--EXPECT--
ok: killed connections
