--TEST--
A thread keeps locks alive on the master that sentinels name, while PHP sleeps, and on the next one after a failover
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../stores/redis/sentinel.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Store\RedisStore;

/** @return array{Symfony\Component\Lock\Lock, KeepAlive} */
function kept(RedisStore $store, string $resource, float $ttl, mixed ...$arguments): array
{
    $lock = lock($store, $resource, $ttl);
    $lock->acquire() || print("FAIL: $resource is not free\n");

    return [$lock, new KeepAlive($lock, ...$arguments)];
}

/** Locks of one store, which the replica has as well. */
function replicated(RedisStore $store, Node $replica, float $ttl, int $count = 20): array
{
    for ($i = 0; $i < $count; ++$i) {
        $kept[] = kept($store, "r$i", $ttl, onLost: function ($lock, $e) {
            $GLOBALS['reasons'][] = $e->getMessage().' <- '.$e->getPrevious()?->getMessage();
        });
    }
    check('replicated', eventually(fn () => $count === $replica->server->connect()->call('DBSIZE')));

    return $kept;
}

/** @return string[] those that are lost */
function lost(array $kept): array
{
    return array_keys(array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired() || !$k[0]->isAcquired()));
}

/** Has $replica be the master for the sentinel. */
function fail_over(Sentinel $sentinel, Node $replica): void
{
    // NOGOODSLAVE while a busy machine makes it think that the replica is down.
    check('begun', eventually(fn () => 'OK' === $sentinel->admin->call('SENTINEL', 'FAILOVER', 'mymaster')));
    $named = fn () => $sentinel->admin->call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'mymaster')[1];
    check('promoted', eventually(fn () => (string) $replica->port === $named()));
}

$threads = threads();

group('while PHP sleeps', function () use ($threads) {
    [$master, $replica, $sentinel] = Sentinel::with_replica();
    [$lock, $keep] = kept(new RedisStore($sentinel->dsn()), 'r', 3.0);
    [$other, $too] = kept(new RedisStore($sentinel->dsn()), 's', 3.0);
    same('one thread', $threads + 1, threads());
    $asked = $sentinel->commands(fn () => sleep(4));
    check('kept', !lost([[$lock, $keep], [$other, $too]]));
    between('seconds of the lifetime left', 0.9, 3.0, $lock->getRemainingLifetime());
    same('the sentinel was asked once', 1, $asked);
    $lock->release();
    $other->release();
    same('no thread', $threads, threads());
});

group('the master is killed', function () {
    [$master, $replica, $sentinel] = Sentinel::with_replica(300, 2000);
    $kept = replicated(new RedisStore($sentinel->dsn('&read_timeout=10')), $replica, 6.0);
    $master->server->stop();
    sleep(9);
    same('all are held', [], lost($kept));
    same('by the new one', 'master', $replica->server->connect()->call('ROLE')[0]);
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('it is demoted', function () {
    [$master, $replica, $sentinel] = Sentinel::with_replica();
    // What the old one is told once the replica has become a master is lost: that takes the sentinel a second, and
    // the next prolongation after it is another third of the lifetime away.
    $kept = replicated(new RedisStore($sentinel->dsn('&read_timeout=10')), $replica, 9.0);
    usleep(3_500_000); // there is a connection now
    fail_over($sentinel, $replica);
    // The sentinel takes its time to demote the old one, and would close its connections.
    $old = $master->server->connect();
    $old->call('REPLICAOF', '127.0.0.1', $replica->port);
    sleep(10);
    same('all are held', [], lost($kept));
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('a replica does not tell a loss', function () use (&$reasons) {
    $reasons = [];
    [$master, $replica, $sentinel] = Sentinel::with_replica();
    $ttl = 6.0; // as above
    $kept = replicated(new RedisStore($sentinel->dsn('&read_timeout=10')), $replica, $ttl, 2);
    usleep((int) ($ttl / 2 * 1e6));
    fail_over($sentinel, $replica);
    // It follows a server that has nothing, which it takes over.
    $empty = new OwnRedis('--repl-diskless-sync-delay', '0');
    $old = $master->server->connect();
    $old->call('REPLICAOF', '127.0.0.1', $empty->port);
    check('it has nothing', eventually(fn () => 0 === $old->call('DBSIZE'), 10.0));
    sleep((int) $ttl);
    // The connection of PHP is one to that replica, so isAcquired() would be its answer.
    same('none is lost', 0, count(array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired())));
    compute(0.1);
    same('and why', [], array_unique($reasons));
    same('both are held', 2, $replica->server->connect()->call('EXISTS', 'r0', 'r1'));
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('a sentinel that does not answer', function () {
    [$master, $replica, $sentinel] = Sentinel::with_replica();
    $silent = new Sentinel($master->port);
    $store = new RedisStore($sentinel->dsn('', "host[127.0.0.1:$silent->port]&"));
    [$lock, $keep] = kept($store, 'r', 2.0);
    $silent->signal(SIGSTOP);
    sleep(4);
    check('leaves time for the other one', !$keep->isLost() && $lock->isAcquired());
    $silent->signal(SIGCONT);
    $lock->release();
});

group('no sentinel, no master', function () {
    [$master, $replica, $sentinel] = Sentinel::with_replica();
    [$lock, $keep] = kept(new RedisStore($sentinel->dsn()), 'r', 1.5);
    $sentinel->stop();
    $e = raises('without sentinels', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    $why = (string) $e?->getPrevious()?->getMessage();
    check('it says so', str_contains($why, "Sentinel at 127.0.0.1:$sentinel->port: no sentinel answers"), $why);

    [$replica, , $sentinel] = Sentinel::with_replica();
    [$lock, $keep] = kept(new RedisStore($sentinel->dsn()), 'r', 1.5);
    $replica->admin->call('REPLICAOF', '127.0.0.1', $master->port);
    $e = raises('on a replica', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    $why = (string) $e?->getPrevious()?->getMessage();
    check('it says so', str_contains($why, 'this is no master but "slave"'), $why);
});

group('passwords', function () {
    $master = new Node(low_port(), '--requirepass', 'se%cr/et');
    $sentinel = new Sentinel($master->port, 60000, 60000, 'lo=ok', 'se%cr/et');
    $dsn = $sentinel->dsn('&auth=se%25cr%2Fet&sentinel_auth=lo%3Dok');
    $master->admin->call('AUTH', 'se%cr/et');
    [$lock, $keep] = kept(new RedisStore($dsn), 'r', 1.5);
    $asked = $sentinel->commands(fn () => sleep(3));
    check('kept', !$keep->isLost() && $lock->isAcquired());
    same('after AUTH', 2, $asked);

    $master->admin->call('CONFIG', 'SET', 'requirepass', 'another');
    $master->admin->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $e = raises('not any more', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    check('it says why', str_contains($why = (string) $e?->getPrevious()?->getMessage(), 'WRONGPASS'), $why);
    $told = chain($e).print_r($e, true);

    $master->admin->call('CONFIG', 'SET', 'requirepass', 'se%cr/et');
    [$lock, $keep] = kept(new RedisStore($dsn), 's', 1.5);
    $sentinel->admin->call('CONFIG', 'SET', 'requirepass', 'another');
    $sentinel->admin->call('ACL', 'SETUSER', 'default', 'resetpass', '>another');
    $e = raises('nor at the sentinel', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    check('it says why', str_contains($why = (string) $e?->getPrevious()?->getMessage(), 'WRONGPASS'), $why);
    $told .= chain($e).print_r($e, true);
    check('and never which', !preg_match('/se%|lo(=|%3D)ok/', $told), $told);
});
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: while PHP sleeps
ok: the master is killed
ok: it is demoted
ok: a replica does not tell a loss
ok: a sentinel that does not answer
ok: no sentinel, no master
ok: passwords
ok: no thread is left
