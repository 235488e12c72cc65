--TEST--
RedisStore: a subscription that is refused for a reason that passes is asked for again soon; one that is denied is not
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

const CONFIRMED = "*3\r\n\$10\r\nssubscribe\r\n\$1\r\nx\r\n:1\r\n";
// Another owner has the lock for half a minute, and who has told the id of a subscription is in the queue.
const TAKEN = ":-4000000000030000\r\n";

/** How often the server was asked for each kind of subscription, by waits for these locks one after the other. */
function asked(string $refusal, string ...$names): array
{
    $server = new FakeRedis(evalsha: [TAKEN], ssubscribe: ["-$refusal\r\n", CONFIRMED], subscribe: ["-$refusal\r\n"]);
    $store = new RedisStore($server->dsn());
    foreach ($names ?: [unique()] as $name) {
        same('in vain', false, lock($store, $name, 30, false)->acquire(true, 1.2));
    }
    $heard = array_count_values(explode(' ', $server->stop()));

    return [$heard['ssubscribe'] ?? 0, $heard['subscribe'] ?? 0];
}

foreach ([
    'LOADING Redis is loading the dataset in memory',
    'BUSY Redis is busy running a script.',
    'CLUSTERDOWN The cluster is down',
    'MOVED 1234 127.0.0.1:1',
] as $refusal) {
    group(strtok($refusal, ' ').' passes', function () use ($refusal) {
        same('asked again, and confirmed', [2, 0], asked($refusal));
    });
}

group('NOPERM does not', function () {
    same('asked once', [1, 0], asked('NOPERM this user has no permissions to access one of the channels'));
});

group('nor does a server that knows neither command', function () {
    same('asked once for each', [1, 1], asked("ERR unknown command 'SSUBSCRIBE'"));
});

group('a channel that is in another slot than its lock', function () {
    // The channel is slock:{a}b}:…, whose slot is that of "a".
    same('is not asked for again, those of others are', [2, 0], asked('MOVED 15495 127.0.0.1:1', 'a}b', unique()));
});
?>
--EXPECT--
ok: LOADING passes
ok: BUSY passes
ok: CLUSTERDOWN passes
ok: MOVED passes
ok: NOPERM does not
ok: nor does a server that knows neither command
ok: a channel that is in another slot than its lock
