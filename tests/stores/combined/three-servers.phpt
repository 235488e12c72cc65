--TEST--
CombinedStore of three Redis servers: one request for each, one server down, two down, one back empty
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/redis.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$servers = [new OwnRedis(), new OwnRedis(), new OwnRedis()];
$clients = array_map(fn ($server) => $server->connect(), $servers);
$members = fn () => array_map(fn ($server) => new RedisStore($server->dsn()), $servers);
$factory = fn ($strategy) => new LockFactory(new CombinedStore($members(), $strategy));
$consensus = new ConsensusStrategy();
$unanimous = new UnanimousStrategy();
$keys = function () use (&$clients): array {
    return array_map(fn ($client) => $client->call('DBSIZE'), $clients);
};
/** How many commands each server got. */
$counts = function (callable $f) use (&$clients): array {
    $calls = [];
    // What is on its way to the slowest server, before and after, has arrived then.
    usleep(50_000);
    $f = function () use ($f) { $f(); usleep(50_000); };
    foreach ($clients as $i => $client) {
        $f = function () use ($client, $f, $i, &$calls) { $calls[$i] = array_sum(commands_during($client, $f)); };
    }
    $f();
    ksort($calls);

    return $calls;
};

$lock = $factory($consensus)->createLock('r', 30);
same('acquire', true, $lock->acquire());
// Two answers are enough to go on; the third server may still be at it.
same('on all of them', [1, 1, 1], becomes([1, 1, 1], $keys));
$lock->refresh();
$lock->isAcquired();
$lock->release();
same('off all of them', [0, 0, 0], $keys());
// From here on the servers know the scripts.
same('acquire(30) is one command for each', [1, 1, 1], $counts(fn () => $lock->acquire()));
same('refresh', [1, 1, 1], $counts(fn () => $lock->refresh()));
same('isAcquired', [1, 1, 1], $counts(fn () => $lock->isAcquired()));
same('release', [1, 1, 1], $counts(fn () => $lock->release()));
$lock->acquire();
same('destructor', [1, 1, 1], $counts(function () use (&$lock) { $lock = null; }));

$mine = $factory($consensus)->createLock('r', 30);
$theirs = $factory($consensus)->createLock('r', 30);
$mine->acquire();
same('another owner', false, $theirs->acquire());
$mine->release();
$read = [$factory($consensus)->createLock('r', 30), $factory($consensus)->createLock('r', 30)];
same('two readers', [true, true], [$read[0]->acquireRead(), $read[1]->acquireRead()]);
same('no writer', false, $mine->acquire());
unset($read);
same('off all of them', [0, 0, 0], $keys());

// A serialized key finds its locks again.
$lock = new Lock($key = new Key('r'), new CombinedStore($members(), $consensus), 30, false);
$lock->acquire();
$copy = new Lock(unserialize(serialize($key)), new CombinedStore($members(), $consensus), 30);
same('a serialized key', true, $copy->isAcquired());
$copy->release();
same('released it', [0, 0, 0], $keys());

// One server is gone.
$mine->acquire();
$servers[0]->stop();
array_shift($clients);
same('one down: still acquired', true, $mine->isAcquired());
same('one down: refresh', null, $mine->refresh());
same('one down: another owner', false, $theirs->acquire());
same('one down: release', null, $mine->release());
same('one down: acquire', true, $theirs->acquire());
same('one down: on the others', [1, 1], $keys());
$theirs->release();
$e = raises(
    'one down, unanimous',
    LockAcquiringException::class,
    null,
    fn () => $factory($unanimous)->createLock('r', 30)->acquire(),
);
check('tells the server', str_contains($e->getPrevious()->getMessage(), (string) $servers[0]->port), chain($e));
same('one down, unanimous: nothing is left', [0, 0], $keys());

// Two are gone: nobody can say who holds what, which is no conflict.
$mine->acquire();
$theirs = $factory($consensus)->createLock('other', 30);
$servers[1]->stop();
array_shift($clients);
raises('two down: isAcquired', LockStorageException::class, 'Quorum not known', fn () => $mine->isAcquired());
raises('two down: acquire', LockAcquiringException::class, null, fn () => $theirs->acquire());
same('two down: the lock of the first is left, nothing else', [1], $keys());
raises('two down: release', LockReleasingException::class, null, fn () => $mine->release());
same('two down: released where it can be', [0], $keys());
same(
    'two down: acquire(true) does not wait for servers',
    true,
    seconds(fn () => outcome(fn () => $theirs->acquire(true))) < 5,
);
set_error_handler(function ($level, $message) use (&$warnings) { $warnings[] = $message; });
$mine = null;
check(
    'two down: the destructor warns',
    1 === count($warnings) && str_contains($warnings[0], 'Failed to release the "r" lock automatically'),
    show($warnings),
);
?>
--EXPECT--
ok: acquire
ok: on all of them
ok: off all of them
ok: acquire(30) is one command for each
ok: refresh
ok: isAcquired
ok: release
ok: destructor
ok: another owner
ok: two readers
ok: no writer
ok: off all of them
ok: a serialized key
ok: released it
ok: one down: still acquired
ok: one down: refresh
ok: one down: another owner
ok: one down: release
ok: one down: acquire
ok: one down: on the others
ok: one down, unanimous
ok: tells the server
ok: one down, unanimous: nothing is left
ok: two down: isAcquired
ok: two down: acquire
ok: two down: the lock of the first is left, nothing else
ok: two down: release
ok: two down: released where it can be
ok: two down: acquire(true) does not wait for servers
ok: two down: the destructor warns
