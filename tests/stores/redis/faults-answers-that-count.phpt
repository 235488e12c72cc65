--TEST--
RedisStore: which numbers are answers of the script
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('which numbers are answers', function () {
    against([":0\r\n"], '', fn ($store) => same('0', false, lock($store)->acquire()));
    against([":1\r\n"], '', fn ($store) => same('1', true, lock($store)->acquire()));
    against([":-250\r\n"], '', fn ($store) => same('or the time until it is free', false, lock($store)->acquire()));
    against([":8\r\n"], '', fn ($store) => same('a release tells how many wait', null, lock($store)->release()));
    against([":-1\r\n"], '', fn ($store) => same('or that it could not ask', null, lock($store)->release()));
    foreach ([2, PHP_INT_MAX] as $number) {
        against(
            [":$number\r\n"],
            '',
            fn ($store) => fails(
                (string) $number,
                fn () => $store,
                "Redis: $number is no answer to the script",
                ['release'],
            ),
        );
    }
    foreach ([-2, PHP_INT_MIN] as $number) {
        against(
            [":$number\r\n"],
            '',
            fn ($store) => fails(
                (string) $number,
                fn () => $store,
                "Redis: $number is no answer to the script",
                ['acquire', 'acquireRead', 'acquire(true)'],
            ),
        );
    }
});
?>
--EXPECT--
ok: which numbers are answers
