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

// What is left of a TTL depends on how fast this runs.
ob_start(
    fn ($output) => preg_replace_callback(
        '/(putOffExpiration\(r, )([\d.]+)/',
        fn ($m) => $m[1].'up to '.(10 * ceil($m[2] / 10)),
        $output,
    ),
);

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
$server->call('DEL', 'r'); // and no other: it may be a server of somebody's own
$redis = new RedisStore(redis_url('/12'));
$left = fn () => 10 * ceil(($server->call('PTTL', 'r') - 1) / 10_000);

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
$slow->always['putOffExpiration'] = function (Key $key, float $ttl) use (&$last) { $last = $ttl; };
$lock = new Lock(new Key('r'), new CombinedStore([$redis, $slow], new UnanimousStrategy()), 10);
step('a slow member', fn () => $lock->acquire());
between('shortens the lifetime', 9, 9.7, $lock->getRemainingLifetime());
between('and the TTL that it gets, seconds', 9, 9.7, $last);
$given = [];
$note = new PlainStore();
$note->quiet = true;
$note->always['putOffExpiration'] = function (Key $key, float $ttl) use (&$given) { $given[] = $ttl; };
$late = new PlainStore();
$late->quiet = true;
$late->always['putOffExpiration'] = fn () => usleep(200_000);
$other = new CombinedStore([$note, $late, $note, $redis], new UnanimousStrategy());
$other->save($held = new Key('late'));
$other->putOffExpiration($held, 10);
check(
    'stores written in PHP end together',
    $given[0] > 9.9 && $given[0] <= 10 && $given[1] > 9 && $given[1] <= 9.8,
    show($given),
);
check(
    'one of ours is told first, and gets the whole TTL',
    $server->call('PTTL', 'late') > 9000 && $server->call('PTTL', 'late') <= 9900, // it may hear of it a little late
    (string) $server->call('PTTL', 'late'),
);
$other->delete($held);
$lock->release();
$lock = new Lock(new Key('r'), new CombinedStore([$redis, $slow], new UnanimousStrategy()), 0.2);
step('a member slower than the TTL', fn () => $lock->acquire());
same('nothing is left', 0, $server->call('EXISTS', 'r'));

$lock = new Lock(
    new Key('r'),
    new CombinedStore([new InMemoryStore(), new PlainStore('plain')], new UnanimousStrategy()),
    10,
);
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
acquire
  php->save(r) with up to 900 s left
  php->putOffExpiration(r, up to 900) with up to 900 s left
  = true
  log debug: Successfully acquired the "{resource}" lock. | resource=Key(r)
  log debug: Expiration defined for "{resource}" lock for "{ttl}" seconds. | resource=Key(r) ttl=float(900)
ok: the lifetime is longer than the initial one
ok: the server has it, too
acquireRead
  php->saveRead(r) with up to 900 s left
  php->putOffExpiration(r, up to 900) with up to 900 s left
  = true
ok: the lifetime
refresh(50)
  php->putOffExpiration(r, up to 50) with up to 50 s left
  = NULL
ok: the server was told
ok: the lifetime
release
  php->delete(r) with up to 50 s left
  php->exists(r) with up to 50 s left
  = NULL
ok: gone
a slow member
  slow->save(r) with up to 10 s left
  slow->putOffExpiration(r, up to 10) with up to 10 s left
  = true
ok: shortens the lifetime
ok: and the TTL that it gets, seconds
ok: stores written in PHP end together
ok: one of ours is told first, and gets the whole TTL
  slow->delete(r) with up to 10 s left
  slow->exists(r) with up to 10 s left
a member slower than the TTL
  slow->save(r) with up to 10 s left
  slow->delete(r), expired
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockExpiredException: Failed to store the "r" lock.
ok: nothing is left
members that do not expire
  plain->save(r)
  plain->putOffExpiration(r, up to 10)
  = true
ok: no lifetime
  plain->exists(r)
acquire, the TTL is refused
  php->save(r) with up to 60 s left
  php->putOffExpiration(r, up to 60) with up to 60 s left
  php->delete(r) with up to 60 s left
  = false
ok: nothing is left on the server
ok: nor in memory
acquire, the TTL gets lost
  php->save(r) with up to 60 s left
  php->putOffExpiration(r, up to 60) with up to 60 s left
  php->delete(r) with up to 60 s left
  = Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "r" lock. <- Symfony\Component\Lock\Exception\LockStorageException: Quorum not met: 2 of 3 members put off the expiration, 1 failed; member 1 (SharedStore): lost <- Symfony\Component\Lock\Exception\LockStorageException: lost
ok: nothing is left on the server
the others are a quorum
  php->save(r) with up to 60 s left
  php->putOffExpiration(r, up to 60) with up to 60 s left
  = true
ok: the lifetime
