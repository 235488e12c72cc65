--TEST--
CombinedStore: a member that was late in the first of two rounds is given up before the second one, and nothing piles up
--FILE--
<?php
require __DIR__.'/../../inc/members.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

/** Is asked by the two-step form to acquire, and by a method call to refresh: that is the second round. */
class RefreshedByCall extends RedisStore
{
    public int $calls = 0;

    public function putOffExpiration(Key $key, float $ttl): void
    {
        ++$this->calls;
        // A server that is late would be waited for once more.
        if (!$this->late) {
            parent::putOffExpiration($key, $ttl);
        }
    }

    public bool $late = false;
}

$servers = array_map(static fn () => new SlowRedis(), range(1, 3));
// Where no member took the TTL with the lock, the lock itself would refresh.
$members = array_map(
    static fn ($class, $server) => new $class($server->dsn(0.06)),
    [RedisStore::class, RedisStore::class, RefreshedByCall::class],
    $servers,
);
$store = new CombinedStore($members, new ConsensusStrategy());
$round = static function () use ($store, $servers, $members): void {
    $servers[2]->now('silent');
    $members[2]->late = true;
    $lock = new Lock(new Key('r'), $store, 30, false);
    if (true !== $lock->acquire()) {
        echo "FAIL: not acquired\n";
    }
    $servers[2]->now('works');
    $members[2]->late = false;
    $lock->release();
};
for ($i = 0; $i < 5; ++$i) {
    $round();
}
$before = memory_get_usage();
for ($i = 0; $i < 25; ++$i) {
    $round();
}
$grown = memory_get_usage() - $before;
// A pending answer has some 370 bytes.
check('25 late answers take no memory', $grown < 2000, "$grown bytes more");
same('there was a second round', 30, $members[2]->calls);
same(
    'nothing is left',
    true,
    eventually(static fn () => [] === array_merge(...array_map(static fn ($server) => $server->locks(), $servers))),
);
// Nobody's late answer is taken for a new one.
$servers[0]->now('held');
$servers[1]->now('held');
same('two refuse', false, (new Lock(new Key('r'), $store, 30))->acquire());
?>
--EXPECT--
ok: 25 late answers take no memory
ok: there was a second round
ok: nothing is left
ok: two refuse
