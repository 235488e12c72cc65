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
    '-ERR Error running script (call to f_{sha}): @user_script: 5: Write commands not allowed after non deterministic commands. Call redis.replicate_commands()';
// Client objects want their number back.
$granted = "*2\r\n:1\r\n:{number}\r\n";

group('a server without a clock for scripts', function () use ($text, $granted) {
    foreach (['DSN', 'Redis', 'Predis'] as $way) {
        // Through a client object, a process that may have forked asks after each error once more, and for a word then.
        $more = fn (string $command) => 'DSN' === $way ? '' : "( $command echo)?";
        $one = 'DSN' === $way ? ":1\r\n" : $granted;
        $server = new FakeRedis(untimed: ["$text\r\n"], evalsha: [$one]);
        $store = ways($server->port)[$way]();
        same("$way: acquire", true, lock($store, null, 30, false)->acquire());
        $heard = $server->stop();
        check(
            "$way: asked again with the time",
            (bool) preg_match("/^connection evalsha{$more('evalsha')} evalsha$/", $heard),
            $heard,
        );
        $server = new FakeRedis(
            untimed: ["-NOSCRIPT No matching script.\r\n", "$text\r\n"],
            evalsha: ["-NOSCRIPT No matching script.\r\n", $one],
            eval: [$one],
        );
        $store = ways($server->port)[$way]();
        $lock = lock($store);
        same("$way: acquire", true, $lock->acquire());
        same("$way: it is known from then on", true, $lock->isAcquired());
        $lock->release();
        $heard = $server->stop();
        check(
            "$way: with the script unknown as well",
            (bool) preg_match("/^connection evalsha eval{$more('eval')} evalsha eval evalsha evalsha$/", $heard),
            $heard,
        );
    }
});

group('the same words about the script of somebody else', function () use ($granted) {
    $sha = str_repeat('1', 40);
    $late = "-ERR This Redis command is not allowed from script script: $sha, on @user_script:1.\r\n";
    foreach (['Redis', 'Predis'] as $way) {
        $server = new FakeRedis(evalsha: [$late, $granted, "-ERR time {time} of\r\n"]);
        $lock = lock(ways($server->port)[$way](), null, 30, false);
        same("$way: acquire", true, $lock->acquire());
        $e = raises("$way: what comes then", LockStorageException::class, null, fn () => $lock->isAcquired());
        check("$way: has no time", str_contains(chain($e), 'ERR time  of'), chain($e));
        same("$way: the commands", 'connection evalsha evalsha evalsha evalsha echo', $server->stop());
    }
});

group('the time is no answer to everything', function () use ($text) {
    foreach (['Redis', 'Predis'] as $way) {
        $server = new FakeRedis(untimed: ["$text\r\n"], evalsha: ["-OOM no\r\n"]);
        $lock = lock(ways($server->port)[$way](), null, 30, false);
        foreach ([1, 2] as $time) {
            $e = raises("$way: $time", LockAcquiringException::class, null, fn () => $lock->acquire());
            check("$way: why $time", str_contains(chain($e), 'OOM no'), chain($e));
        }
        // As long as the script has not answered with it, each begins without: both times the same commands.
        $heard = $server->stop();
        $each = '/^connection( evalsha(?: evalsha echo)? evalsha evalsha echo)\1$/';
        check("$way: the commands", (bool) preg_match($each, $heard), $heard);
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
ok: the same words about the script of somebody else
ok: the time is no answer to everything
ok: is told the time, on that connection
