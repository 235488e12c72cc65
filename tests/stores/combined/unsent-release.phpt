--TEST--
CombinedStore: a release that a member without a connection was never sent cannot come late, and leaves the key its token
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [new SlowRedis(), new SlowRedis(), new SlowRedis()];
$full = new FullQueue();
$quorum = fn (string $third) => new CombinedStore(
    [new RedisStore($servers[0]->dsn(5)), new RedisStore($servers[1]->dsn(5)), new RedisStore($third)],
    new ConsensusStrategy(),
);
/** Whether the key has the same token in the next acquisition after each of three releases. */
$keeps = function (CombinedStore $store, ?CombinedStore $releases = null): array {
    $lock = new Lock($key = new Key(unique()), $store, 30, false);
    same('acquired', true, $lock->acquire());
    for ($i = 0; $i < 3; ++$i) {
        $token = $key->getState(RedisStore::class);
        // A quorum that nobody has asked yet knows nothing of its members.
        (new Lock($key, $releases ?? $store, 30, false))->release();
        $lock->release();
        same('acquired again', true, $lock->acquire());
        $kept[] = $token === $key->getState(RedisStore::class);
    }
    $lock->release();

    return $kept;
};

foreach ([
    'a connection that is refused' => 'redis://127.0.0.1:'.free_port(),
    'one that nobody accepts' => "redis://$full->address?timeout=0.2",
] as $how => $third) {
    group($how, fn () => same('the token', [true, true, true], $keeps($quorum($third))));
    group("$how, for the first time", function () use ($keeps, $quorum, $third) {
        same('the token', [true, true, true], $keeps($quorum($third), $quorum($third)));
    });
}

group('a member that has heard it, perhaps', function () use ($keeps, $quorum, $servers) {
    $servers[2]->now('silent');
    same('the token', [false, false, false], $keeps($quorum($servers[2]->dsn(0.2))));
});
?>
--EXPECT--
ok: a connection that is refused
ok: a connection that is refused, for the first time
ok: one that nobody accepts
ok: one that nobody accepts, for the first time
ok: a member that has heard it, perhaps
