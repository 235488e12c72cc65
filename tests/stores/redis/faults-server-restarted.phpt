--TEST--
RedisStore: a server that was started again
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

group('restarted', function () {
    $server = new OwnRedis();
    $port = $server->port;
    $restart = fn () => new OwnRedis('--port', (string) $port); // whose own idea of its port is another one
    // \Redis stays disconnected until it is told to connect.
    foreach (array_diff_key(ways($port), ['Redis' => 0]) as $way => $makeStore) {
        $store = $makeStore();
        $lock = lock($store, $name = unique(), 30, false);
        same("$way: before", true, $lock->acquire());
        $server->stop();
        if ('DSN' === $way) {
            raises("$way: stopped", LockStorageException::class, 'Connection refused', fn () => $lock->isAcquired());
            raises("$way: still", LockStorageException::class, 'Connection refused', fn () => $lock->isAcquired());
        }
        $server = $restart();
        if ('Predis' === $way) { // which reports the first loss
            outcome(fn () => $lock->isAcquired());
        }
        same("$way: the lock is gone with the server", false, $lock->isAcquired());
        same("$way: another one", true, $lock->acquire());
        $lock->release();
    }
    $store = new RedisStore("redis://127.0.0.1:$port");
    $lock = lock($store, unique(), 30, false);
    $lock->acquire();
    $server->stop();
    $server = $restart();
    same('between two calls nobody notices', true, $lock->acquire());
});
?>
--EXPECT--
ok: restarted
