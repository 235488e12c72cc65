--TEST--
RedisStore over Redis Cluster by DSN: a replica has to confirm a lock; a master is killed, its replica takes over
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster(3, true);

group('a replica has to confirm', function () use ($cluster) {
    $name = $cluster->name(2);
    $lock = fn (int $replicas, float $wait = 3.0) =>
        lock(new RedisStore($cluster->dsn("&replicas=$replicas&replica_timeout=$wait")), $name);
    $one = $lock(1);
    same('confirmed', true, $one->acquire());
    same('the replica has it', 1, $cluster->nodes[5]->admin->call('DBSIZE'));
    same('refused', false, $lock(1)->acquire());
    $one->release();
    $e = raises('two', LockAcquiringException::class, null, fn () => $lock(2, 0.1)->acquire());
    check('says why', str_contains(chain($e), '1 of 2 replicas'), chain($e));
    same('nothing is left', 0, $cluster->nodes[2]->admin->call('DBSIZE'));
});

group('a master is killed', function () use ($cluster) {
    $store = new RedisStore($cluster->dsn('&read_timeout=10'));
    $lock = lock($store, $name = $cluster->name(1), 60, false);
    same('before', true, $lock->acquire());
    check('replicated', eventually(fn () => 1 === $cluster->nodes[4]->admin->call('DBSIZE')));
    $cluster->nodes[1]->server->stop();
    between(
        'seconds that the next call waits for the replica',
        0.2,
        9,
        seconds(fn () => same('still held', true, $lock->isAcquired())),
    );
    same('not for others', false, lock($store, $name)->acquire());
    same('by the replica', 1, preg_match('/myself,master/', $cluster->nodes[4]->admin->call('CLUSTER', 'NODES')));
    same('one command from then on', 'evalsha', $cluster->nodes[4]->witness->commands(fn () => $lock->isAcquired()));
    $lock->release();
    foreach ([0, 2] as $n) {
        same("master $n works", true, lock($store, $cluster->name($n))->acquire());
    }
    same(
        'a new store finds its way past the dead server',
        true,
        lock(new RedisStore($cluster->dsn('&timeout=4')), $cluster->name(1), 30, false)->acquire(),
    );
});

group('a planned change', function () use ($cluster) {
    $store = new RedisStore($cluster->dsn());
    $lock = lock($store, $cluster->name(0), 60, false);
    same('before', true, $lock->acquire());
    $cluster->nodes[3]->admin->call('CLUSTER', 'FAILOVER');
    check(
        'done',
        eventually(fn () => str_contains($cluster->nodes[3]->admin->call('CLUSTER', 'NODES'), 'myself,master')),
    );
    same('after', true, $lock->isAcquired());
    $lock->release();
});
?>
--EXPECT--
ok: a replica has to confirm
ok: a master is killed
ok: a planned change
