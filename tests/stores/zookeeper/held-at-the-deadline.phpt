--TEST--
ZookeeperStore: acquire(true, T) of a lock that the key holds already is true, however little time there is
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$store = new ZookeeperStore("zookeeper://$hosts");

group('held already', function () use ($store) {
    $lock = new Lock(new Key(unique()), $store, 30.0);
    same('acquired', true, $lock->acquire());
    foreach ([0.0, 1e-9, 1e-6, 0.001, 1.0] as $timeout) {
        same("again, within $timeout seconds", true, $lock->acquire(true, $timeout));
    }
    same('still held', true, $lock->isAcquired());
    $lock->release();
});

group('another owner\'s', function () use ($store) {
    $holder = new Lock(new Key($name = unique()), $store, 30.0);
    $other = new Lock(new Key($name), $store, 30.0);
    $holder->acquire();
    foreach ([0.0, 1e-9, 1e-6, 0.001, 0.05] as $timeout) {
        same("refused, within $timeout seconds", false, $other->acquire(true, $timeout));
    }
    same('nothing is left behind', [false, true], [$other->isAcquired(), $holder->isAcquired()]);
    $holder->release();
});
--EXPECT--
ok: held already
ok: another owner's
