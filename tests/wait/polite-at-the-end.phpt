--TEST--
RedisStore: the last word of a bounded wait is not that of an attempt which left a free lock to somebody else
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../stores/redis/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

/**
 * What a wait of 70 ms got and sent, for a lock that this process has just released to another waiter: its first
 * attempt leaves it to that one, for 50 ms at most, and is answered when the wait is over.
 */
function waits(string $refusal): array
{
    // A machine that does other things leaves no time to be polite, or lets the answer come too late.
    for ($tries = 0; $tries < 10; ++$tries) {
        $server = new FakeRedis(evalsha: [":1\r\n", ":2\r\n", ":1\r\n"], polite: [[0.08, $refusal]]);
        $lock = lock(new RedisStore($server->dsn()), 'contended', 30, false);
        $lock->acquire();
        $lock->release();
        $outcome = outcome(fn () => $lock->acquire(true, 0.07));
        $sent = $server->stop();
        if (str_contains($sent, 'polite') && in_array($outcome, ['true', 'false'], true)) {
            break;
        }
    }

    return [$outcome, $sent];
}

group('it is free, and whoever was woken for it is gone', function () {
    same('taken', ['true', 'connection evalsha evalsha polite evalsha'], waits(":-30\r\n"));
});

group('the same, of who is in the queue', function () {
    same('taken', ['true', 'connection evalsha evalsha polite evalsha'], waits(":-4000000000000030\r\n"));
});

group('another owner has it', function () {
    foreach ([":0\r\n", ":-5000\r\n", ":-4000000000005000\r\n"] as $refusal) {
        same('not asked again', ['false', 'connection evalsha evalsha polite'], waits($refusal));
    }
});
?>
--EXPECT--
ok: it is free, and whoever was woken for it is gone
ok: the same, of who is in the queue
ok: another owner has it
