--TEST--
RedisStore by DSN against servers that lie, alone, as a cluster and behind a sentinel: no crash, nothing acquired without an answer that says so, no hang, and right again afterwards
--FILE--
<?php
require __DIR__.'/../inc/fuzz-server.inc';

use Symfony\Component\Lock\Exception\ExceptionInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** How many answers of the servers say yes somewhere. */
function yeses(array $notes): int
{
    return count(array_filter($notes, fn ($note) => preg_match('/:0*1\r?\n/', base64_decode($note[2]))));
}

$server = new FuzzServer("require '".__DIR__."/../inc/fuzz-redis.inc';");
$limits = 'read_timeout=0.15&timeout=0.2';
$stores = [
    'alone' => new RedisStore("redis://127.0.0.1:$server->port?$limits"),
    'with a greeting' => new RedisStore("redis://user:password@127.0.0.1:$server->port/3?$limits"),
    'cluster' => new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_cluster=1&$limits"),
    'sentinel' => new RedisStore("redis:?host[127.0.0.1:$server->port]&redis_sentinel=m&$limits"),
    'quorum' => new CombinedStore(
        array_map(fn ($i) => new RedisStore("redis://127.0.0.1:$server->port/$i?$limits"), [1, 2, 3]),
        new ConsensusStrategy(),
    ),
    'quorum of clusters' => new CombinedStore(
        array_map(
            fn ($i) => new RedisStore(
                "redis:?host[127.0.0.1:$server->port]&redis_cluster=1&read_timeout=0.1$i&timeout=0.2",
            ),
            [1, 2, 3],
        ),
        new ConsensusStrategy(),
    ),
];
fuzz_rounds('lies', function (Fuzz $fuzz) use ($server, $stores) {
    $what = $fuzz->pick(array_keys($stores));
    $store = $stores[$what];
    $needed = str_starts_with($what, 'quorum') ? 2 : 1;
    $server->round($fuzz->seed, 'hostile');
    $lock = new Lock(new Key("lock$fuzz->seed"), $store, 30, false);
    for ($i = 0; $i < 4; ++$i) {
        $method = $fuzz->pick(['acquire', 'acquire', 'acquireRead', 'wait', 'isAcquired', 'refresh', 'release']);
        $start = now();
        try {
            $result = 'wait' === $method ? $lock->acquire(true, 0.1) : $lock->$method();
        } catch (ExceptionInterface) {
            $result = null;
        }
        // A cluster and a sentinel are asked who is responsible, with limits of their own, as often as the time allows.
        between("$what: $method: seconds", 0, 'wait' === $method ? 2 : 5, now() - $start);
        $notes = $server->notes();
        if (true === $result) {
            check("$what: $method only after servers said so", yeses($notes) >= $needed, json_encode($notes));
        }
    }
    // The same store and its connections, such as they are. What a server says late is no lie of the next answer.
    usleep(40000);
    $server->round($fuzz->seed, 'honest');
    $lock = new Lock(new Key("honest$fuzz->seed"), $store, 30, false);
    $other = new Lock(new Key("honest$fuzz->seed"), $store, 30, false);
    for ($until = now() + ('alone' === $what ? 0 : 10); ; ) {
        try {
            $result = $lock->acquire();
            break;
        } catch (ExceptionInterface $e) {
            // What is known of a cluster's servers may be what was lied before, and a quorum may still wait for answers
            // that it has given up, on each of its connections once. An attempt to connect that a wait has left goes
            // on, until its own time is over.
            if (now() > $until) {
                throw $e;
            }
            usleep(200000);
        }
    }
    same("$what: acquired afterwards", true, $result);
    same("$what: excluded", false, $other->acquire());
    same("$what: held", true, $lock->isAcquired());
    $lock->refresh();
    $lock->release();
    same("$what: released", false, $lock->isAcquired());
    same("$what: free for another", true, $other->acquire());
    $other->release();
});
echo $server->stop();
?>
--EXPECTF--
seed %d
ok: lies
