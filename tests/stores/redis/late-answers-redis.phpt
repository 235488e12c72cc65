--TEST--
RedisStore through \Redis: an answer that comes after the object has given up is nobody's answer
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
] as $name => $make) {
    group($name, fn () => late_answers_are_nobodys($make, $slow->proxy));
}
?>
--EXPECT--
ok: \Redis
ok: \Redis, persistent
