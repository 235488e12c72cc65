--TEST--
RedisStore by DSN: a cluster whose node cannot be reached is asked again, by a store alone and by a member of a quorum
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// Where connecting takes until its time limit: a machine without power, before another one takes its slots over.
$queue = new FullQueue();
$gone = explode(':', $queue->address)[1];
$servers = array_map(fn () => new FuzzServer("require '".__DIR__."/../../inc/fuzz-redis.inc';"), range(1, 3));
$store = function (FuzzServer $server, string $limits) {
    return new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_cluster=1&$limits");
};
$asked = function (FuzzServer $server, string $what) {
    return count(array_filter($server->notes(), fn ($note) => $note[0] === $what));
};

// With the same limits a connection's time is over when the whole operation's is.
foreach (['timeout=1&read_timeout=1', 'timeout=1.5&read_timeout=0.5', 'timeout=0.5&read_timeout=1.5'] as $limits) {
    group("alone, $limits", function () use ($store, $servers, $asked, $gone, $limits) {
        $one = $store($servers[0], $limits);
        $servers[0]->round(1, "slots $gone");
        foreach (['the node is gone', 'and still is'] as $what) {
            $lock = new Lock(new Key($limits), $one);
            raises($what, LockAcquiringException::class, 'Failed to acquire', fn () => $lock->acquire());
            check("$what: the cluster was asked", $asked($servers[0], 'slots') >= 1);
            // It is not asked again within half a second.
            usleep(600000);
        }
        $servers[0]->round(1, 'honest');
        same('another node has its slots', true, (new Lock(new Key($limits), $one))->acquire());
        same('which is asked from then on', true, (new Lock(new Key("$limits again"), $one))->acquire());
        same('and nobody asks the cluster', 1, $asked($servers[0], 'slots'));
    });
}

group('a member of a quorum', function () use ($store, $servers, $asked, $gone) {
    $members = array_map(fn ($server) => $store($server, 'timeout=30&read_timeout=30'), $servers);
    $quorum = new CombinedStore($members, new ConsensusStrategy());
    foreach ($servers as $i => $server) {
        $server->round(1, $i ? 'honest' : "slots $gone");
    }
    $acquire = fn (string $name) => (new Lock(new Key($name), $quorum, 300, false))->acquire();
    same('two of three', true, $acquire('first'));
    $servers[0]->round(1, 'honest');
    for ($i = 0, $until = now() + 20; 0 === $there = $asked($servers[0], 'acquire'); ++$i) {
        same("two of three, $i", true, $acquire("next $i"));
        if (now() > $until) {
            break;
        }
        usleep(50000);
    }
    check('the third takes part again', $there > 0);
});
foreach ($servers as $server) {
    echo $server->stop();
}
?>
--EXPECT--
ok: alone, timeout=1&read_timeout=1
ok: alone, timeout=1.5&read_timeout=0.5
ok: alone, timeout=0.5&read_timeout=1.5
ok: a member of a quorum
