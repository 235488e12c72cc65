--TEST--
RedisStore over Redis Cluster by DSN: a master is killed, its replica takes over
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster(3, true);

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
ok: a master is killed
ok: a planned change
