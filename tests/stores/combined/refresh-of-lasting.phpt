--TEST--
CombinedStore with members whose locks do not expire: refresh() and KeepAlive count those that have the lock, and find out that the quorum is gone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis', 'zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/redis.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$nodes = array_map(fn ($i) => '/quorum-'.getmypid()."-lasting-$i", [1, 2]);
array_map(fn ($node) => $wire->create($node, '', 0), $nodes);
$sessions = array_map(fn ($node) => new ZookeeperStore("zookeeper://$hosts?chroot=$node"), $nodes);
$store = new CombinedStore([new RedisStore(redis_url()), ...$sessions], new ConsensusStrategy());
$lock = fn (?string $name = null, float $ttl = 300.0) => new Lock(new Key($name ?? unique()), $store, $ttl, false);
/** As the server does when it ends the session, and another owner comes. */
$lose = function (string $name, string ...$nodes) use ($wire) {
    foreach ($nodes as $node) {
        $wire->delete("$node/$name");
        $wire->create("$node/$name", 'another one');
    }
};

group('refresh()', function () use ($lock, $lose, $nodes, $wire) {
    $mine = $lock($name = unique());
    same('acquired', ['true', 'NULL'], [outcome(fn () => $mine->acquire()), outcome(fn () => $mine->refresh())]);
    $lose($name, $nodes[0]);
    same('two have it', ['NULL', true], [outcome(fn () => $mine->refresh()), $mine->isAcquired()]);
    $lose($name, $nodes[1]);
    raises('one has it', LockConflictedException::class, null, fn () => $mine->refresh());
    same('it is not held', [false, true], [$mine->isAcquired(), $mine->isExpired()]);
    foreach ($nodes as $node) {
        same('the other owner has it', 'another one', $wire->get("$node/$name")[0]);
        $wire->delete("$node/$name");
    }
    same('nothing is left', true, $lock($name)->acquire());
});

group('KeepAlive', function () use ($lock, $lose, $nodes) {
    $mine = $lock($name = unique(), 3.0);
    same('acquired', true, $mine->acquire());
    $told = null;
    $keep = new KeepAlive($mine, onLost: function ($lock, $e) use (&$told) { $told = $e->getMessage(); });
    $lose($name, ...$nodes);
    check('tells that it is lost', eventually(function () use (&$told) { return null !== $told; }, 10));
    same('and says so', [true, true], [$keep->isLost(), $mine->isExpired()]);
});

group('members of all kinds', function () {
    $memory = new InMemoryStore();
    mkdir($directory = temporary_directory().'/locks');
    $store = new CombinedStore([
        new CombinedStore([new FlockStore($directory), $memory], new UnanimousStrategy()),
        new RetryTillSaveStore(new InMemoryStore(), 1, 1),
    ], new UnanimousStrategy());
    $lock = new Lock($key = new Key(unique()), $store, 300.0, false);
    raises('not acquired', LockConflictedException::class, null, fn () => $lock->refresh());
    same('acquired', ['true', 'NULL'], [outcome(fn () => $lock->acquire()), outcome(fn () => $lock->refresh())]);
    $memory->delete($key);
    raises('lost by one', LockConflictedException::class, null, fn () => $lock->refresh());
    same('given back by all', true, (new Lock(new Key((string) $key), $store, 300.0))->acquire());
    // One that is asked alone has nothing to say.
    same('a store of its own', 'NULL', outcome(fn () => (new Lock(new Key(unique()), $memory, 300.0))->refresh()));
});
?>
--EXPECT--
ok: refresh()
ok: KeepAlive
ok: members of all kinds
