--TEST--
RedisStore: what is not the script's answer is an exception, and nobody is asked twice
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('not the script\'s answer', function () {
    foreach ([
        'status' => "+OK\r\n",
        'text' => "$1\r\n1\r\n",
        'empty text' => "$0\r\n\r\n",
        'nil' => "$-1\r\n",
        'list' => "*1\r\n:1\r\n",
        'empty list' => "*0\r\n",
        'nil list' => "*-1\r\n", 'nested' => "*1\r\n*1\r\n*0\r\n",
    ] as $what => $answer) {
        $end = against(
            [$answer],
            '',
            fn ($store, $at) => fails($what, fn () => $store, "{$at}this is no answer to the script"),
        );
        same("$what: asked once each", 'connection evalsha evalsha evalsha evalsha evalsha evalsha', $end);
    }
});
?>
--EXPECT--
ok: not the script's answer
