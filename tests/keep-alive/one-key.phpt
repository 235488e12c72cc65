--TEST--
What is told of a lock, where others are used with the same key: other Locks, other stores, and an acquire() that waits while the lock is found lost
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';
require __DIR__.'/../inc/members.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$lock_of = fn (object $store, Key $key, ?float $ttl) => new Lock($key, $store, $ttl, false);
$quorum = new CombinedStore(
    array_map(
        fn ($port) => new RedisStore("redis://127.0.0.1:$port"),
        explode(',', getenv('SLOCK_TEST_REDIS_PORTS')),
    ),
    new ConsensusStrategy(),
);

group('the longer lifetime of another store is not believed', function () use ($lock_of) {
    $lock = $lock_of($store = new CountingStore(), $key = new Key('r'), 0.6);
    same('acquire', true, $lock->acquire());
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    same('of the other one', true, $lock_of(new CountingStore(), $key, 60.0)->acquire());
    $store->on_renewal = function ($store) {
        $store->on_renewal = null;
        throw new LockStorageException('Nobody answers.');
    };
    check('a refresh fails', str_contains(outcome(fn () => $lock->refresh()), 'LockAcquiring'));
    $renewed = $store->renewed;
    check('renewed', compute(10, fn () => $store->renewed > $renewed + 1));
    same('not lost', [null, false], [$told, $keep->isLost()]);
});

group('what another store has granted since does not count', function () use ($lock_of) {
    foreach (['a longer lifetime' => 3600.0, 'none' => null] as $what => $ttl) {
        $store = new RedisStore('redis://127.0.0.1:'.explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))[0]);
        $lock = $lock_of($store, $key = new Key($resource = unique()), 1.5);
        same("$what: acquire", true, $lock->acquire());
        $another = $lock_of(null === $ttl ? new FlockStore(sys_get_temp_dir()) : new CountingStore(), $key, $ttl);
        same("$what: of the other one", true, $another->acquire());
        $keep = new KeepAlive($lock);
        sleep(3);
        same("$what: held", [false, false], [$keep->isLost(), $lock_of($store, new Key($resource), 1.0)->acquire()]);
        $keep->stop();
        $lock->release();
    }
});

group('that another store refuses is no loss', function () use ($lock_of, $quorum) {
    $owner = $lock_of($quorum, new Key($resource = unique()), 60.0);
    $lock = $lock_of($store = new CountingStore(), $key = new Key($resource), 1.5);
    same('acquire', [true, true], [$owner->acquire(), $lock->acquire()]);
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    same('refused', false, $lock_of($quorum, $key, 1.5)->acquire());
    check('renewed', compute(10, fn () => $store->renewed > 2));
    same('not lost', [null, false, false], [$told, $keep->isLost(), $lock->isExpired()]);
    $owner->release();
});

group('who has lost a lock leaves it to who has it now', function () use ($lock_of) {
    $servers = array_map(fn () => new SlowRedis(), range(1, 3));
    $members = array_map(fn ($server) => new RedisStore("redis://127.0.0.1:$server->port"), $servers);
    $store = new CombinedStore($members, new ConsensusStrategy());
    $key = new Key('r');
    $first = new Lock($key, $store, 300.0);
    $second = new Lock($key, $store, 300.0);
    same('acquired', true, $first->acquire());
    $servers[0]->now('error');
    $servers[1]->now('error');
    check('fails', str_contains(outcome(fn () => $first->refresh(SlowRedis::REFRESHED)), 'LockAcquiring'));
    $servers[0]->now('works');
    $servers[1]->now('works');
    same('by another one', true, $second->acquire());
    unset($first);
    $holders = fn () => count(array_filter($servers, fn ($server) => ['r'] === $server->locks()));
    check('still held', eventually(fn () => 3 === $holders()));
    same('and known to be', [true, false], [$second->isAcquired(), $second->isExpired()]);
    $second->release();
});

group('acquire(true) goes on when the lock that was held is found lost', function () use ($lock_of, $quorum) {
    $other = $lock_of($quorum, new Key($resource = unique()), 60.0);
    $lock = $lock_of($quorum, new Key($resource), 1.0);
    same('readers', [true, true], [$other->acquireRead(), $lock->acquireRead()]);
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn () => $other->release());
    pcntl_alarm(2);
    // The first attempt to become the writer gives back the read lock, and the next renewal finds that.
    same('becomes the writer', 'true', outcome(fn () => $lock->acquire(true)));
    same('told', [true, false, false], [$told, $lock->isExpired(), !$lock->isAcquired()]);
    $lock->release();
});

group('a lock that is lost does not come back with a refresh() that fails', function () use ($lock_of) {
    $server = new SlowRedis();
    $lock = $lock_of(new RedisStore("redis://127.0.0.1:$server->port"), new Key('r'), 300.0);
    same('acquired', true, $lock->acquire());
    $keep = new KeepAlive($lock, maxLifetime: 0.1, onLost: function () use (&$told) { $told = true; });
    check('told', compute(10, function () use (&$told) { return $told; }));
    same('expired', true, $lock->isExpired());
    $server->now('error');
    check('fails', str_contains(outcome(fn () => $lock->refresh(SlowRedis::REFRESHED)), 'LockAcquiring'));
    same('still', [true, true], [$lock->isExpired(), $keep->isLost()]);
});

group('two that keep one lock alive for different times', function () use ($lock_of) {
    $lock = $lock_of(new CountingStore(), new Key('r'), 0.6);
    same('acquire', true, $lock->acquire());
    $long = new KeepAlive($lock, 60.0);
    $short = new KeepAlive($lock);
    compute(1.5);
    between('seconds left', 30, 60, $lock->getRemainingLifetime());
    $short->stop();
    same('not lost', [false, false], [$long->isLost(), $lock->isExpired()]);
});

group('what another store refuses has nothing to do with a refresh() that fails', function () use ($lock_of, $quorum) {
    $owner = $lock_of($quorum, new Key($resource = unique()), 60.0);
    $lock = $lock_of($store = new CountingStore(), $key = new Key($resource), 2.0);
    same('acquire', [true, true], [$owner->acquire(), $lock->acquire()]);
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    same('refused', false, $lock_of($quorum, $key, 1.5)->acquire());
    $store->on_renewal = function ($store) {
        $store->on_renewal = null;
        throw new LockStorageException('Nobody answers.');
    };
    check('a refresh fails', str_contains(outcome(fn () => $lock->refresh()), 'LockAcquiring'));
    compute(0.1);
    same('not lost', [null, false], [$told, $keep->isLost()]);
    $owner->release();
});

group('who asks again and again has no lifetime', function () use ($lock_of, $quorum) {
    $port = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))[0];
    foreach ([new RedisStore("redis://127.0.0.1:$port"), $quorum] as $store) {
        $owner = $lock_of($store, new Key($resource = unique()), 60.0);
        $lock = $lock_of($store, new Key($resource), 1.0);
        same('acquire', true, $owner->acquire());
        for ($i = 0; $i < 4; ++$i, usleep(350_000)) {
            same('refused', [false, false], [$lock->acquire(), $lock->isExpired()]);
        }
        $owner->release();
        same('acquired', [true, false], [$lock->acquire(), $lock->isExpired()]);
        $lock->release();
    }
});

group('a quorum that refuses takes what the key of another process held', function () use ($lock_of, $quorum) {
    $key = new Key($resource = unique());
    $lock = $lock_of($quorum, $key, 60.0);
    $reader = $lock_of($quorum, new Key($resource), 60.0);
    same('readers', [true, true], [$lock->acquireRead(), $reader->acquireRead()]);
    $handed = $lock_of($quorum, unserialize(serialize($key)), 60.0);
    same('refused', false, $handed->acquire());
    same('expired', [true, false], [$handed->isExpired(), $handed->isAcquired()]);
    $reader->release();
});

group('a refusal leaves the lifetime that there was', function () use ($lock_of) {
    $port = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))[0];
    $store = new RedisStore("redis://127.0.0.1:$port");
    $lock = $lock_of($store, new Key($resource = unique()), 0.5);
    $reader = $lock_of($store, new Key($resource), 60.0);
    same('acquire', true, $lock->acquireRead());
    $lock->refresh(30.0);
    same('readers', [true, false], [$reader->acquireRead(), $lock->acquire()]);
    between('seconds left', 20, 30, $lock->getRemainingLifetime());
    same('held', [true, null, null], [$lock->isAcquired(), $lock->release(), $reader->release()]);
});

group('a child takes over no lifetime of what its parent keeps alive', function () use ($lock_of) {
    $server = new SlowRedis();
    $lock = $lock_of(new RedisStore("redis://127.0.0.1:$server->port"), new Key('r'), 300.0);
    same('acquired', true, $lock->acquire());
    $keep = new KeepAlive($lock);
    if (!$child = pcntl_fork()) {
        $lock->refresh(SlowRedis::REFRESHED);
        $server->now('error');
        $said = outcome(fn () => $lock->refresh(200.0));
        $left = $lock->getRemainingLifetime();
        $right = str_contains($said, 'LockAcquiring') && $left <= SlowRedis::REFRESHED;
        posix_kill(getmypid(), $right ? SIGKILL : SIGTERM);
    }
    pcntl_waitpid($child, $status);
    same('the end of what it was granted itself', SIGKILL, pcntl_wtermsig($status));
    $keep->stop();
    $server->now('works');
});

group('what is lost during the wait of another Lock on the key stays lost', function () use ($lock_of) {
    $port = explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))[0];
    $store = new RedisStore("redis://127.0.0.1:$port");
    $lock = $lock_of($store, $key = new Key($resource = unique()), 6.0);
    same('acquire', true, $lock->acquire());
    $keep = new KeepAlive($lock, onLost: function () use (&$told) { $told = true; });
    (new Resp("tcp://127.0.0.1:$port"))->call('DEL', $resource);
    $owner = $lock_of($store, new Key($resource), 60.0);
    same('of another owner', true, $owner->acquire());
    same('refused', false, $lock_of($store, $key, 30.0)->acquire(true, 3.0));
    same('lost', [true, true, true], [$told, $keep->isLost(), $lock->isExpired()]);
    $owner->release();
});
?>
--EXPECT--
ok: the longer lifetime of another store is not believed
ok: what another store has granted since does not count
ok: that another store refuses is no loss
ok: who has lost a lock leaves it to who has it now
ok: acquire(true) goes on when the lock that was held is found lost
ok: a lock that is lost does not come back with a refresh() that fails
ok: two that keep one lock alive for different times
ok: what another store refuses has nothing to do with a refresh() that fails
ok: who asks again and again has no lifetime
ok: a quorum that refuses takes what the key of another process held
ok: a refusal leaves the lifetime that there was
ok: a child takes over no lifetime of what its parent keeps alive
ok: what is lost during the wait of another Lock on the key stays lost
