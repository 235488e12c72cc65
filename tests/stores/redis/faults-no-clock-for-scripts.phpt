--TEST--
RedisStore: a server without a clock for scripts
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;

$text =
    '-ERR Error running script (call to f_1): @user_script: 5: Write commands not allowed after non deterministic commands. Call redis.replicate_commands()';

group('a server without a clock for scripts', function () use ($text) {
    foreach (['DSN', 'Redis', 'Predis'] as $way) {
        // Client objects want their number back.
        $one = 'DSN' === $way ? ":1\r\n" : "*2\r\n:1\r\n:{number}\r\n";
        $server = new FakeRedis("$text\r\n", $one);
        $store = ways($server->port)[$way]();
        same("$way: acquire", true, lock($store, null, 30, false)->acquire());
        same("$way: asked again once", 'connection evalsha evalsha', $server->stop());
        $server = new FakeRedis(
            "-NOSCRIPT No matching script.\r\n",
            "$text\r\n",
            "-NOSCRIPT No matching script.\r\n",
            $one,
            $one,
            $one,
        );
        $store = ways($server->port)[$way]();
        $lock = lock($store);
        same("$way: acquire", true, $lock->acquire());
        same("$way: it is known from then on", true, $lock->isAcquired());
        $lock->release();
        same(
            "$way: with the script unknown as well",
            'connection evalsha eval evalsha eval evalsha evalsha',
            $server->stop(),
        );
    }
});

group('is told the time, on that connection', function () use ($text) {
    // Words up to the eighth come back, of which the last one is the time, or without it the lifetime.
    $last = "-ERR last {number}\r\n";
    $heard = against(['evalsha' => ["$text\r\n", $last]], '', function ($store) {
        $e = raises('told', LockAcquiringException::class, null, fn () => lock($store, null, 30, false)->acquire());
        check('the time', (bool) preg_match('/ERR last 1\d{12}\b/', chain($e)), chain($e));
    });
    same('asked again once', 'connection evalsha evalsha', $heard);
    $heard = against(['evalsha' => ["$text\r\n", ":1\r\n", false, $last]], '', function ($store) {
        $lock = lock($store, null, 30, false);
        same('acquired', true, $lock->acquire());
        $e = raises('by another server', LockStorageException::class, null, fn () => $lock->isAcquired());
        check('no time', (bool) preg_match('/ERR last 0\b/', chain($e)), chain($e));
    });
    same('which has the next connection', 'connection evalsha evalsha evalsha connection evalsha', $heard);
});
?>
--EXPECT--
ok: a server without a clock for scripts
ok: is told the time, on that connection
