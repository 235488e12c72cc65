--TEST--
RedisStore: a connection that ends, at any byte of an answer
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('the connection ends', function () {
    // A new connection that is lost is an error; one that has worked before is opened once more.
    foreach ([
        'before an answer' => false,
        'in an answer' => ["$10\r\n123", false],
        'in a number' => [':', false],
    ] as $what => $answer) {
        same($what, 'connection evalsha', against([$answer], '', fn ($store, $at) => raises(
            $what,
            Symfony\Component\Lock\Exception\LockStorageException::class,
            $at.'the server closed the connection',
            fn () => lock($store)->isAcquired(),
        )));
        same(
            "$what, later",
            'connection evalsha evalsha connection evalsha',
            against([":1\r\n", $answer, ":1\r\n"], '', function ($store) use ($what) {
                lock($store, null, 30, false)->acquire();
                same("$what, later: works", true, lock($store, null, 30, false)->isAcquired());
            }),
        );
        same(
            "$what, twice",
            'connection evalsha evalsha connection evalsha',
            against([":1\r\n", $answer], '', function ($store, $at) use ($what) {
                lock($store, null, 30, false)->acquire();
                raises(
                    "$what, twice",
                    Symfony\Component\Lock\Exception\LockStorageException::class,
                    $at.'the server closed the connection',
                    fn () => lock($store)->isAcquired(),
                );
            }),
        );
    }
    same(
        'in AUTH',
        'connection auth',
        against(
            [false],
            '?auth=x',
            fn ($store, $at) => fails(
                'in AUTH',
                fn () => $store,
                $at,
                ['acquireRead', 'acquire(true)', 'refresh', 'isAcquired', 'release'],
            ),
        ),
    );
});
?>
--EXPECT--
ok: the connection ends
