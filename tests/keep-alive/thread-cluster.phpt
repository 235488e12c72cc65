--TEST--
A thread keeps locks alive in a Redis Cluster while PHP sleeps: on the server of each slot, also of one that is moved, and past a server that dies
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../stores/redis/groups.inc';

use Slock\Exception\LockLostException;
use Slock\KeepAlive;
use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster(3, true);
$threads = threads();

/** @return array<array{Symfony\Component\Lock\Lock, KeepAlive}> some on each server, by name */
function kept(OwnCluster $cluster, string $dsn, float $ttl, int $each = 5): array
{
    $store = new RedisStore($dsn);
    for ($i = 0; $i < $each * $cluster->masters; ++$i) {
        $lock = lock($store, $name = $cluster->name($i % $cluster->masters), $ttl);
        $lock->acquire() || print("FAIL: it is not free\n");
        $kept[$name] = [$lock, new KeepAlive($lock, onLost: fn () => null)];
    }

    return $kept;
}

/** @return string[] those that are lost */
function lost(array $kept): array
{
    return array_keys(array_filter($kept, fn ($k) => $k[1]->isLost() || $k[0]->isExpired() || !$k[0]->isAcquired()));
}

group('while PHP sleeps', function () use ($cluster, $threads) {
    $kept = kept($cluster, $cluster->dsn(), 2.7);
    same('one thread', $threads + 1, threads());
    $seen = explode(' | ', $cluster->commands(fn () => usleep(2_500_000)));
    foreach ($seen as $n => $commands) {
        $of = array_count_values(explode(' ', $commands));
        same("server $n: all of its own", 0, (($of['eval'] ?? 0) + ($of['evalsha'] ?? 0)) % 5);
        same("server $n: in flights", 1, $of['eval'] ?? 0);
        same("server $n: none of another one", 0, $cluster->nodes[$n]->errors('MOVED'));
    }
    same('none is lost', [], lost($kept));
    array_map(fn ($k) => $k[0]->release(), $kept);
    same('no thread', $threads, threads());
});

group('a slot is moved', function () use ($cluster) {
    $kept = kept($cluster, $cluster->dsn(), 1.5);
    $name = array_key_first($kept);
    [$from, $to] = $cluster->nodes;
    $slot = $cluster->slot($name);
    $until = fn (Node $node) => (float) $node->server->connect()->call('PTTL', $name);
    sleep(1); // on their way
    $to->admin->call('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $from->id);
    $from->admin->call('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $to->id);
    same('the lock goes', 'OK', $from->admin->call('MIGRATE', '127.0.0.1', $to->port, $name, 0, 5000));
    sleep(2);
    check('ASK', $from->errors('ASK') > 0);
    check('it is not lost while that lasts', !$kept[$name][1]->isLost() && !$kept[$name][0]->isExpired());
    foreach ([$to, $from, $cluster->nodes[2]] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $to->id);
    }
    sleep(2);
    same('nor are any others, nor afterwards', [], lost($kept));

    // Back, all at once: the lock is where the thread has not expected it.
    $from->admin->call('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $to->id);
    $to->admin->call('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $from->id);
    $to->admin->call('MIGRATE', '127.0.0.1', $from->port, $name, 0, 5000);
    foreach ([$from, $to, $cluster->nodes[2]] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $from->id);
    }
    $moved = $to->errors('MOVED');
    sleep(3);
    same('nor when it is moved back', [], lost($kept));
    between('MOVED, and not again and again', 1, 3, $to->errors('MOVED') - $moved);
    array_map(fn ($k) => $k[0]->release(), $kept);
});

group('passwords', function () use ($cluster) {
    $set = fn (string $to) => array_map(
        fn ($node) => [
            $node->admin->call('CONFIG', 'SET', 'masterauth', $to),
            $node->admin->call('CONFIG', 'SET', 'requirepass', $to),
        ],
        $cluster->nodes,
    );
    $set('se%cr/et');
    $dsn = $cluster->dsn('&auth=se%25cr%2Fet');
    $kept = kept($cluster, $dsn, 1.5);
    sleep(3);
    same('kept', [], lost($kept));
    array_map(fn ($k) => $k[0]->release(), $kept);
    $lock = lock(new RedisStore($dsn), $cluster->name(0), 1.5);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $set('another');
    $e = raises('not any more', LockLostException::class, 'its lifetime ran out', fn () => compute(10));
    check('it says why', str_contains($why = (string) $e?->getPrevious()?->getMessage(), 'WRONGPASS'), $why);
    check('and not which', !str_contains(chain($e).print_r($e, true), 'se%'));
    $set('');
});

group('a server dies', function () use ($cluster, $threads) {
    $kept = kept($cluster, $cluster->dsn('&read_timeout=10'), 9.0);
    $replica = $cluster->nodes[4]->server->connect();
    check('replicated', eventually(fn () => 5 === $replica->call('DBSIZE')));
    $cluster->nodes[1]->server->stop();
    sleep(12);
    same('none is lost', [], lost($kept));
    same('by the replica', 'master', $replica->call('ROLE')[0]);
    array_map(fn ($k) => $k[0]->release(), $kept);
    same('no thread', $threads, threads());
});
same('no thread is left', $threads, threads());
?>
--EXPECT--
ok: while PHP sleeps
ok: a slot is moved
ok: passwords
ok: a server dies
ok: no thread is left
