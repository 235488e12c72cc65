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

group('a server without a clock for scripts', function () {
    foreach (['DSN', 'Redis', 'Predis'] as $way) {
        $text =
            '-ERR Error running script (call to f_1): @user_script: 5: Write commands not allowed after non deterministic commands. Call redis.replicate_commands()';
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
?>
--EXPECT--
ok: a server without a clock for scripts
