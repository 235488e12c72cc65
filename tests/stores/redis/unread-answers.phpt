--TEST--
RedisStore through objects of ext-redis: what the user has left unread is not taken for an answer
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

$slow = new SlowServer();
foreach ([
    '\Redis' => fn () => $slow->redis(),
    '\Redis, persistent' => fn () => $slow->redis('pconnect'),
    '\RedisArray' => fn () => $slow->array(),
] as $name => $make) {
    group($name, fn () => unread_answers_are_nobodys($make, $slow->proxy));
}
?>
--EXPECT--
ok: \Redis
ok: \Redis, persistent
ok: \RedisArray
