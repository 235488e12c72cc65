--TEST--
RedisStore: what is not the protocol is an exception
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('not the protocol', function () {
    foreach ([
        'words' => "HTTP/1.1 400 Bad Request\r\n\r\n",
        'a length' => "$-7\r\n",
        'a depth' => str_repeat("*1\r\n", 50),
        'a number' => ":abc\r\n",
    ] as $what => $answer) {
        against([$answer], '', fn ($store, $at) => fails($what, fn () => $store, $at));
    }
});
?>
--EXPECT--
ok: not the protocol
