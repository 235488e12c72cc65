--TEST--
RedisStore: answers that come in pieces
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

group('answers in pieces', function () {
    foreach ([[':', "1\r\n"], [":1\r", "\n"]] as $pieces) {
        // Two writes of the server; whether they arrive as one is up to the kernel.
        against([$pieces], '', fn ($store) => same('a number', true, lock($store, null, 30, false)->acquire()));
    }
});
?>
--EXPECT--
ok: answers in pieces
