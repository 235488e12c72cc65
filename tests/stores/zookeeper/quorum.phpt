--TEST--
ZookeeperStore as a member of a CombinedStore: all members are asked at once, and one that is dead costs its timeout once
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server', 'zookeeper', 'zookeeper ensemble'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$server = new OwnZookeeper();
$make = fn () => new CombinedStore(array_map(fn ($dsn) => new ZookeeperStore($dsn), [
    'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'),
    'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE'),
    $server->dsn('?timeout=1&read_timeout=0.5'),
]), new ConsensusStrategy());
$store = $make();
$lock = new Lock(new Key($name = unique()), $store, 30.0);
same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
same('by one', false, (new Lock(new Key($name), $store, 30.0))->acquire());
$lock->release();
$server->signal(SIGSTOP);
$start = now();
same('one of three is silent', [true, true], [$lock->acquire(), $lock->isAcquired()]);
between('seconds', 0, 3, now() - $start);
$server->signal(SIGCONT);
$server->stop();
same('one of three is gone', true, $lock->isAcquired());
$lock->release();
same('released', true, (new Lock(new Key($name), $store, 30.0))->acquire());
?>
--EXPECT--
ok: acquired
ok: by one
ok: one of three is silent
ok: seconds
ok: one of three is gone
ok: released
