--TEST--
RedisStore: no answer is an exception in bounded time, and the next operation has a new connection
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('no answer', function () {
    foreach (['nothing' => null, 'half an answer' => "$10\r\n123", 'half a line' => ':1'] as $what => $answer) {
        $end = against([$answer], '?read_timeout=0.3', function ($store, $at) use ($what) {
            $time = seconds(
                fn () => raises(
                    $what,
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'no answer within 0.3 seconds',
                    fn () => lock($store)->isAcquired(),
                ),
            );
            between("$what: one timeout", 0.29, 0.58, $time);
        });
        same("$what: asked once", 'connection evalsha', $end);
        $end = against([":1\r\n", $answer], '?read_timeout=0.3', function ($store, $at) use ($what) {
            lock($store, null, 30, false)->acquire();
            $time = seconds(
                fn () => raises(
                    "$what, later",
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'no answer within 0.3 seconds',
                    fn () => lock($store)->isAcquired(),
                ),
            );
            between("$what, later: one timeout as well", 0.29, 0.58, $time);
        });
        same("$what, later: asked once", 'connection evalsha evalsha', $end);
    }
    ini_set('slock.command_timeout', '0.25');
    against([null], '', function ($store, $at) {
        $time = seconds(
            fn () => raises(
                'the setting',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                'no answer within 0.25 seconds',
                fn () => lock($store)->isAcquired(),
            ),
        );
        between('the setting: one timeout', 0.24, 0.5, $time);
    });
    ini_restore('slock.command_timeout');
    // The handshake counts to the connection's time: AUTH and SELECT together.
    $end = against(["+OK\r\n", null], '/3?auth=x&timeout=0.3&read_timeout=20', function ($store, $at) {
        $time = seconds(
            fn () => raises(
                'SELECT',
                Symfony\Component\Lock\Exception\LockStorageException::class,
                $at.'no answer within 0.3 seconds',
                fn () => lock($store)->isAcquired(),
            ),
        );
        between('SELECT: one timeout', 0.29, 0.58, $time);
    });
    same('SELECT', 'connection auth select', $end);
});
?>
--EXPECT--
ok: no answer
