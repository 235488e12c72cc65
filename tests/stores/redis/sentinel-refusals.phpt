--TEST--
RedisStore with sentinels by DSN: a master that refuses this user is not asked again, one that is not ready is
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

/** What happens to a store whose master gives that answer to ROLE, and how often it was asked. */
function asked(string $answer, float $limit): array
{
    // It is the sentinel as well.
    $server = new FakeRedis(
        sentinel: ["*2\r\n$9\r\n127.0.0.1\r\n$5\r\n{port}\r\n"],
        role: ["-$answer\r\n"],
    );
    $limits = "timeout=$limit&read_timeout=$limit";
    $store = new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_sentinel=mymaster&$limits");
    $end = outcome(fn () => $store->exists(new Key('r')));

    return [$end, array_count_values(explode(' ', $server->stop()))['role'] ?? 0];
}

foreach ([
    'ERR unknown command',
    'NOAUTH Authentication required.',
    'WRONGPASS invalid username-password pair or user is disabled.',
    "NOPERM this user has no permissions to run the 'role' command",
] as $answer) {
    group(strtok($answer, ' '), function () use ($answer) {
        [$end, $count] = asked($answer, 3.0);
        check('the exception tells it', str_contains($end, "LockStorageException: Redis at 127.0.0.1:")
            && str_ends_with($end, $answer), $end);
        same('asked', 1, $count);
    });
}
group('LOADING', function () {
    [$end, $count] = asked('LOADING Redis is loading the dataset in memory', 0.6);
    check('the exception tells it', str_contains($end, 'LOADING'), $end);
    check('asked more than once', $count > 1, "$count");
});
?>
--EXPECT--
ok: ERR
ok: NOAUTH
ok: WRONGPASS
ok: NOPERM
ok: LOADING
