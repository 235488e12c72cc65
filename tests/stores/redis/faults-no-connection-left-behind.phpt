--TEST--
RedisStore: a thousand connections leave none behind
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

group('a thousand connections leave none behind', function () {
    $count = fn () => count(scandir('/proc/self/fd'));
    $server = new OwnRedis();
    $admin = $server->connect();
    $refused = 'redis://127.0.0.1:'.closed_port();
    $bad = $server->dsn().'/99';
    $before = null;
    for ($i = 0; $i < 1000; ++$i) {
        $store = new RedisStore($server->dsn());
        $store->exists($key = new Symfony\Component\Lock\Key('x'));
        foreach ([$refused, $bad] as $dsn) {
            try {
                (new RedisStore($dsn))->exists($key);
            } catch (LockStorageException) {
            }
        }
        $store = null;
        $before ??= $count();
    }
    same('descriptors', $before, $count());
    check('at the server too', eventually(fn () => 1 === substr_count($admin->call('CLIENT', 'LIST'), 'id=')));
    check(
        'it were a thousand and more',
        preg_match('/total_connections_received:(\d+)/', $admin->call('INFO', 'stats'), $m) && $m[1] > 2000,
    );
});
?>
--EXPECT--
ok: a thousand connections leave none behind
