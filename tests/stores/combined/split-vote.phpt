--TEST--
CombinedStore: three that ask at once and get one member each have nothing, leave nothing behind, and with time to wait each has it once
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/side-by-side.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
$near = array_map(fn ($server) => $server->port, $servers);
$proxy = new FaultProxy(['SPLIT_PORTS' => array_map(fn ($port) => "127.0.0.1:$port", $near)]);
$far = explode(',', getenv('SLOCK_TEST_SPLIT_PORTS'));
$keys = fn () => array_map(fn ($server) => $server->connect()->call('DBSIZE'), $servers);

$name = unique();
$contenders = array_map(fn (int $mine) => Peer::start(function (Peer $peer) use ($near, $far, $mine, $name) {
    $ports = array_replace($far, [$mine => $near[$mine]]);
    $members = array_map(fn ($port) => new RedisStore("redis://127.0.0.1:$port"), $ports);
    $lock = new Lock(new Key($name), new CombinedStore($members, new ConsensusStrategy()), 30.0, false);
    // Connected, before requests take time.
    $lock->isAcquired();
    $peer->say('connected');
    while ('end' !== $question = $peer->hear()) {
        $peer->say(outcome(match ($question) {
            'ask' => fn () => $lock->acquire(),
            'wait' => fn () => $lock->acquire(true, 20.0),
            'release' => fn () => $lock->release(),
        }));
    }
}), array_keys($near));
$hear = fn () => array_map(fn (Peer $peer) => $peer->hear(), $contenders);
$ask = fn (string $question) => array_map(fn (Peer $peer) => $peer->say($question), $contenders);
same('connected', array_fill(0, 3, 'connected'), $hear());

// Each is alone at its own server for as long as its requests to the others take.
$proxy->does('requests 0.5');
$ask('ask');
same('a split vote', array_fill(0, 3, 'false'), $hear());
same('what was sent has come', 0, becomes(0, fn () => $proxy->held()));
same('nothing is left', [0, 0, 0], becomes([0, 0, 0], $keys));

$ask('wait');
foreach (range(1, 3) as $turn) {
    [$read, $write, $except] = [array_map(fn (Peer $peer) => $peer->socket, $contenders), null, null];
    stream_select($read, $write, $except, 30);
    same("one at a time ($turn)", 1, count($read));
    $winner = key($read);
    same('has it', 'true', $contenders[$winner]->hear());
    same('gives it back', 'NULL', $contenders[$winner]->ask('release'));
    $contenders[$winner]->say('end');
    $contenders[$winner]->finish();
    unset($contenders[$winner]);
}
same('nothing is left at the end', [0, 0, 0], becomes([0, 0, 0], $keys));
?>
--EXPECT--
ok: connected
ok: a split vote
ok: what was sent has come
ok: nothing is left
ok: one at a time (1)
ok: has it
ok: gives it back
ok: one at a time (2)
ok: has it
ok: gives it back
ok: one at a time (3)
ok: has it
ok: gives it back
ok: nothing is left at the end
