--TEST--
RedisStore through \Redis: a transaction or a pipeline of the user's is left alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

$slow = new SlowServer();
group('transaction', fn () => queued_commands_are_left_alone($slow->redis(), Redis::MULTI));
group('pipeline', fn () => queued_commands_are_left_alone($slow->redis(), Redis::PIPELINE));
?>
--EXPECT--
ok: transaction
ok: pipeline
