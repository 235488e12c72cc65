--TEST--
CombinedStore: sentinels or nodes of a cluster that do not answer cost one operation their time limits, and further ones no more than any server that cannot be reached
--FILE--
<?php
require __DIR__.'/lookup.inc';

use Symfony\Component\Lock\Store\RedisStore;

$servers = [new SlowRedis(), new SlowRedis()];
$kinds = [
    'connecting takes until its time limit' => fn () => new FullQueue(),
    'nobody answers' => fn () => new Silent(),
];
$ways = ['one sentinel' => [1, 'redis_sentinel=m'], 'three sentinels' => [3, 'redis_sentinel=m'],
    'a cluster' => [1, 'redis_cluster=1'], 'three nodes' => [3, 'redis_cluster=1']];

foreach ($kinds as $kind => $dead) {
    foreach ($ways as $way => [$count, $parameters]) {
        group("$way, $kind", function () use ($servers, $dead, $count, $parameters) {
            $gone = array_map($dead, range(1, $count));
            $hosts = implode('&', array_map(fn ($one) => "host[$one->address]", $gone));
            $lock = quorum_lock(
                new RedisStore("redis:?$hosts&$parameters&timeout=0.6&read_timeout=0.6"),
                ...array_map(fn ($server) => new RedisStore($server->dsn(5)), $servers),
            );
            // As any member that was not found to be gone yet.
            $first = seconds(fn () => same('acquired', true, $lock->acquire()));
            between('the first operation: seconds', 0.5, 1.8, $first);
            between('five more: seconds', 0, 1.1, seconds(function () use ($lock) {
                $lock->refresh(SlowRedis::REFRESHED);
                same('held', true, $lock->isAcquired());
                $lock->release();
                same('acquired again', true, $lock->acquire());
                $lock->release();
            }));
        });
    }
}

foreach (['redis_sentinel=m', 'redis_cluster=1'] as $parameters) {
    group("$parameters: the server that is named refuses connections", function () use ($servers, $parameters) {
        $informer = new Informer(free_port());
        $lock = quorum_lock(
            $informer->member(0.6, $parameters),
            ...array_map(fn ($server) => new RedisStore($server->dsn(5)), $servers),
        );
        $first = seconds(fn () => same('acquired', true, $lock->acquire()));
        between('the first operation: seconds', 0.5, 1.8, $first);
        between('five more: seconds', 0, 1.1, seconds(function () use ($lock) {
            $lock->refresh(SlowRedis::REFRESHED);
            same('held', true, $lock->isAcquired());
            $lock->release();
            same('acquired again', true, $lock->acquire());
            $lock->release();
        }));
    });
}

group('two that are gone are waited for together', function () use ($servers) {
    $gone = [new Silent(), new Silent()];
    $lock = quorum_lock(
        new RedisStore("redis:?host[{$gone[0]->address}]&redis_sentinel=m&timeout=0.5&read_timeout=0.5"),
        new RedisStore("redis:?host[{$gone[1]->address}]&redis_cluster=1&timeout=0.5&read_timeout=0.5"),
        new RedisStore($servers[0]->dsn(5)),
    );
    foreach (['the first time', 'and again'] as $when) {
        $text = '';
        between("$when: seconds", 0.9, 1.7, seconds(function () use ($lock, &$text) {
            $text = outcome(fn () => $lock->acquire());
        }));
        check('no quorum', str_contains($text, '2 failed'), $text);
    }
    check('nothing is left', eventually(fn () => [] === $servers[0]->locks()));
});

group('no member waits for the lookup of another one', function () use ($servers) {
    $gone = new Silent();
    $lock = quorum_lock(
        new RedisStore("redis:?host[$gone->address]&redis_sentinel=m&timeout=1&read_timeout=1"),
        ...array_map(fn ($server) => new RedisStore($server->dsn(0.5)), $servers),
    );
    array_map(fn ($server) => $server->now('silent'), $servers);
    // The others have 0.5 seconds, at the same time.
    between('seconds', 0, 2.4, seconds(fn () => outcome(fn () => $lock->acquire())));
    array_map(fn ($server) => $server->now('works'), $servers);
});

group('a wait with an end has its end', function () use ($servers) {
    $gone = [new Silent(), new Silent(), new Silent()];
    $hosts = implode('&', array_map(fn ($one) => "host[$one->address]", $gone));
    $lock = quorum_lock(
        new RedisStore("redis:?$hosts&redis_sentinel=m&timeout=5&read_timeout=5"),
        ...array_map(fn ($server) => new RedisStore($server->dsn(5)), $servers),
    );
    between('seconds', 0, 1.5, seconds(fn () => same('acquired', true, $lock->acquire(true, 0.5))));
    $lock->release();
});
?>
--EXPECT--
ok: one sentinel, connecting takes until its time limit
ok: three sentinels, connecting takes until its time limit
ok: a cluster, connecting takes until its time limit
ok: three nodes, connecting takes until its time limit
ok: one sentinel, nobody answers
ok: three sentinels, nobody answers
ok: a cluster, nobody answers
ok: three nodes, nobody answers
ok: redis_sentinel=m: the server that is named refuses connections
ok: redis_cluster=1: the server that is named refuses connections
ok: two that are gone are waited for together
ok: no member waits for the lookup of another one
ok: a wait with an end has its end
