--TEST--
CombinedStore of our stores and of stores written in PHP: who gets the TTL when, and the lifetime of the key
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/stores.inc';
require __DIR__.'/../../inc/logger.inc';
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

/** A store like those of the package: 300 seconds until it is told otherwise. */
function expiring(string $name): SharedStore
{
    $store = new SharedStore($name);
    $store->always = [
        'save' => $initial = fn (Key $key) => $key->reduceLifetime(300),
        'saveRead' => $initial,
        'putOffExpiration' => fn (Key $key, float $ttl) => $key->reduceLifetime($ttl),
        'exists' => true,
    ];

    return $store;
}
function step(string $what, callable $f): void
{
    echo "$what\n";
    $outcome = outcome($f);
    echo "  = $outcome\n";
}

$server = Resp::shared(12);
$server->call('FLUSHDB');
$redis = new RedisStore(sprintf('redis://%s:%d/12', getenv('SLOCK_TEST_REDIS_HOST'), getenv('SLOCK_TEST_REDIS_PORT')));
$left = fn () => 10 * ceil($server->call('PTTL', 'r') / 10_000);

$php = expiring('php');
$store = new CombinedStore([$php, $redis, $memory = new InMemoryStore()], new UnanimousStrategy());
$lock = new Lock(new Key('r'), $store, 900);
$lock->setLogger($logger = new ArrayLogger());
step('acquire', fn () => $lock->acquire());
echo $logger->flush();
between('the lifetime is longer than the initial one', 895, 900, $lock->getRemainingLifetime());
same('the server has it, too', 900.0, $left());
step('acquireRead', fn () => $lock->acquireRead());
between('the lifetime', 895, 900, $lock->getRemainingLifetime());
step('refresh(50)', fn () => $lock->refresh(50));
same('the server was told', 50.0, $left());
between('the lifetime', 45, 50, $lock->getRemainingLifetime());
$logger->flush();
$php->always['exists'] = false;
step('release', fn () => $lock->release());
same('gone', 0, $server->call('EXISTS', 'r'));

$slow = new SharedStore('slow');
$slow->always['save'] = fn () => usleep(300_000);
$lock = new Lock(new Key('r'), new CombinedStore([$redis, $slow], new UnanimousStrategy()), 10);
step('a slow member', fn () => $lock->acquire());
between('shortens the lifetime', 9, 9.7, $lock->getRemainingLifetime());
$lock->release();
$lock = new Lock(new Key('r'), new CombinedStore([$redis, $slow], new UnanimousStrategy()), 0.2);
step('a member slower than the TTL', fn () => $lock->acquire());
same('nothing is left', 0, $server->call('EXISTS', 'r'));

$lock = new Lock(new Key('r'), new CombinedStore([new InMemoryStore(), new PlainStore('plain')], new UnanimousStrategy()), 10);
step('members that do not expire', fn () => $lock->acquire());
same('no lifetime', null, $lock->getRemainingLifetime());
unset($lock);

// The TTL is refused after the lock was stored: all is undone.
$php = expiring('php');
$php->always['putOffExpiration'] = new LockConflictedException();
$store = new CombinedStore([$php, $redis, $memory = new InMemoryStore()], new UnanimousStrategy());
$lock = new Lock(new Key('r'), $store, 60);
step('acquire, the TTL is refused', fn () => $lock->acquire());
same('nothing is left on the server', 0, $server->call('EXISTS', 'r'));
same('nor in memory', true, (new Lock(new Key('r'), $memory))->acquire());
$php->always['putOffExpiration'] = new LockStorageException('lost');
step('acquire, the TTL gets lost', fn () => $lock->acquire());
same('nothing is left on the server', 0, $server->call('EXISTS', 'r'));
$store = new CombinedStore([$php, $redis, new InMemoryStore()], new ConsensusStrategy());
$lock = new Lock(new Key('r'), $store, 60);
step('the others are a quorum', fn () => $lock->acquire());
between('the lifetime', 55, 60, $lock->getRemainingLifetime());
$php->always['exists'] = true;
$php->quiet = true;
?>
--EXPECT--
