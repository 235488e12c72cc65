--TEST--
CombinedStore of \Redis objects, one of them slow: its late yes does not make a majority of the next question
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

group('a quorum with one slow member', function () {
    $slow = new SlowServer();
    $servers = [new OwnRedis(), $slow->server, new OwnRedis()];
    $members = array_map(function ($port) {
        $client = new Redis();
        $client->connect('127.0.0.1', $port, 5, null, 0, LIMIT);

        return new RedisStore($client);
    }, [$servers[0]->port, $slow->port, $servers[2]->port]);
    $store = new CombinedStore($members, new ConsensusStrategy());
    // Another owner has two of three: with a wrong yes it would be a majority.
    foreach ([0, 1] as $round) {
        $resource = unique();
        $others = array_map(
            fn ($server) => lock(new RedisStore($server->dsn()), $resource),
            [$servers[0], $servers[1]],
        );
        array_map(fn ($other) => $other->acquire(), $others);
        $slow->proxy->does('hold');
        outcome(fn () => lock($store, null, 30)->acquire());
        $slow->proxy->does('pass');
        same('two of three are another owner\'s', false, lock($store, $resource, 30)->acquire());
        same('nothing of it is theirs', [true, true], array_map(fn ($other) => $other->isAcquired(), $others));
    }
});
?>
--EXPECT--
ok: a quorum with one slow member
