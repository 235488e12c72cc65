--TEST--
MemcachedStore: an answer in two segments, wherever it is cut, is the same answer; also in a quorum where another owner has two of three
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\MemcachedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// The longest answer is a value: a line or a header, and a token of 44 bytes.
const LONGEST = 100;
$servers = array_map(fn () => new FuzzServer("require '".__DIR__."/../../inc/fuzz-memcached.inc';"), range(1, 3));
$store = fn (FuzzServer $server, string $user, string $more) => new MemcachedStore(
    "memcached://{$user}127.0.0.1:$server->port?read_timeout=5$more",
);

foreach ([
    'text' => ['', '&binary_protocol=0'],
    'binary' => ['', '&protocol=binary'],
    'SASL' => ['user:password@', ''],
    'meta' => ['', '&protocol=meta'],
] as $protocol => [$user, $more]) {
    group("$protocol: the life of a lock", function () use ($store, $servers, $user, $more) {
        for ($at = 1; $at <= LONGEST; ++$at) {
            $servers[0]->round($at, "cut $at");
            // A new connection for the authentication, whose answer is short.
            if (1 === $at || $user && $at < 40) {
                $one = $store($servers[0], $user, $more);
            }
            $lock = new Lock(new Key("n$at"), $one, 30);
            $other = new Lock(new Key("n$at"), $one, 30);
            same("cut at $at: acquired", true, $lock->acquire());
            same("cut at $at: excluded", false, $other->acquire());
            same("cut at $at: excluded again", false, $other->acquire());
            same("cut at $at: acquired again", true, $lock->acquire());
            $lock->refresh();
            same("cut at $at: held", true, $lock->isAcquired());
            same("cut at $at: not by the other", false, $other->isAcquired());
            $lock->release();
            same("cut at $at: released", false, $lock->isAcquired());
        }
    });
    group("$protocol: another owner has two of three", function () use ($store, $servers, $user, $more) {
        for ($at = 1; $at <= ($user ? 40 : LONGEST); ++$at) {
            foreach ($servers as $i => $server) {
                $server->round($at, $i < 2 ? "held cut $at" : "cut $at");
            }
            if (1 === $at || $user) {
                $quorum = new CombinedStore(
                    array_map(fn ($server) => $store($server, $user, $more), $servers),
                    new ConsensusStrategy(),
                );
            }
            $lock = new Lock(new Key("q$at"), $quorum, 30);
            same("cut at $at: refused", false, $lock->acquire());
            same("cut at $at: refused again", false, $lock->acquire());
            same("cut at $at: not held", false, $lock->isAcquired());
        }
    });
}
foreach ($servers as $server) {
    echo $server->stop();
}
?>
--EXPECT--
ok: text: the life of a lock
ok: text: another owner has two of three
ok: binary: the life of a lock
ok: binary: another owner has two of three
ok: SASL: the life of a lock
ok: SASL: another owner has two of three
ok: meta: the life of a lock
ok: meta: another owner has two of three
