--TEST--
RedisStore through \RedisCluster: nobody's answers are taken for its own, and what the user has queued is left alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

$slow = null;
group('a cluster', function () use (&$slow) {
    $slow = new SlowCluster();
});
group('late answers', fn () => late_answers_are_nobodys($slow->client(...), $slow->proxy));
group('unread answers', fn () => unread_answers_are_nobodys($slow->client(...), $slow->proxy));
group('queued commands', fn () => queued_commands_are_left_alone($slow->client(), Redis::MULTI));
?>
--EXPECT--
ok: a cluster
ok: late answers
ok: unread answers
ok: queued commands
