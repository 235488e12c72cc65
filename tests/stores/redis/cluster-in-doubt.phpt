--TEST--
RedisStore by DSN: a cluster with a node that cannot be reached is asked again twice a second at most, in a quorum
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$queue = new FullQueue();
$gone = explode(':', $queue->address)[1];
$servers = array_map(fn () => new FuzzServer("require '".__DIR__."/../../inc/fuzz-redis.inc';"), range(1, 3));
$members = [];
foreach ($servers as $i => $server) {
    // The first one is a cluster of one node, where connecting takes until its time limit.
    $server->round(1, $i ? 'honest' : "slots $gone");
    $members[] = new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_cluster=1&timeout=1&read_timeout=1");
}
$quorum = new CombinedStore($members, new ConsensusStrategy());

/** How often the cluster is asked while a lock is acquired. */
$asked = function () use ($quorum, $servers): int {
    $servers[0]->notes();
    same('two of three', true, (new Lock(new Key(unique()), $quorum, 300, false))->acquire());

    return count(array_filter($servers[0]->notes(), fn ($note) => 'slots' === $note[0]));
};

group('it is in doubt', function () use ($asked) {
    check('asked at first', $asked() > 0);
    // Three acquisitions take less than half a second, on a busy machine at some time.
    $in_a_row = 0;
    check('three acquisitions ask nothing', eventually(function () use ($asked, &$in_a_row) {
        $in_a_row = $asked() ? 0 : $in_a_row + 1;

        return 3 === $in_a_row;
    }));
    check('asked again', eventually(fn () => $asked() > 0));
});
foreach ($servers as $server) {
    echo $server->stop();
}
?>
--EXPECT--
ok: it is in doubt
