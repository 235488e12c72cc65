--TEST--
CombinedStore over Redis: what a member says beyond its answer is no answer to the next question
--FILE--
<?php
require __DIR__.'/../../inc/fuzz-server.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

// A server that gives the answer that its mode names. "late" comes after the quorum was reached, and twice.
$handler = <<<'PHP'
    require $inc.'/fuzz-redis.inc';

    return function (FuzzPeer $peer, Fuzz $fuzz, FuzzHost $host) {
        while ($words = FuzzRedis::request($peer)) {
            match ($host->mode) {
                'yes' => $peer->send(":1\r\n"),
                'no' => $peer->send(":0\r\n"),
                'late' => $peer->send(":-5000\r\n:1\r\n", 0.2),
            };
            $host->note($words[0]);
        }
    };
    PHP;
$handler = '$inc = '.var_export(__DIR__.'/../../inc', true).';'.$handler;
$servers = array_map(fn () => new FuzzServer($handler), range(1, 3));
$ask = function (string ...$modes) use ($servers) {
    foreach ($servers as $i => $server) {
        $server->round(1, $modes[$i]);
    }
};
$quorum = new CombinedStore(
    array_map(fn ($server) => new RedisStore("redis://127.0.0.1:$server->port?read_timeout=5"), $servers),
    new ConsensusStrategy(),
);

foreach (['acquire', 'refresh', 'isAcquired'] as $first) {
    group("after $first()", function () use ($ask, $quorum, $servers, $first) {
        $lock = new Lock(new Key('surplus'), $quorum, 30, false);
        $ask('yes', 'yes', 'yes');
        same('acquired', true, $lock->acquire());
        $ask('yes', 'yes', 'late');
        same('two of three have said yes', 'refresh' === $first ? null : true, $lock->$first());
        // The server's process answers when all that it says is on its way.
        same('the third was asked', 1, count($servers[2]->notes()));
        $ask('yes', 'no', 'no');
        same('one of three says yes', false, $lock->isAcquired());
    });
}
foreach ($servers as $server) {
    echo $server->stop();
}
?>
--EXPECT--
ok: after acquire()
ok: after refresh()
ok: after isAcquired()
