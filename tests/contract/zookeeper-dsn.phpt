--TEST--
The contract of a store: ZookeeperStore by DSN
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Store\ZookeeperStore;

// Below a node of its own: some names (the empty one) cannot be made unique.
(new ZookeeperWire(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')))->create($chroot = '/'.unique(), '', 0);
slock_contract(
    fn () => new ZookeeperStore('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS').'?chroot='.$chroot),
    ['separate'],
);
?>
--EXPECT--
ok: interfaces
ok: save, exists, delete
ok: a second owner is refused
ok: what is not owned is left alone
ok: names
ok: time to live
ok: impossible times to live
ok: readers and writers
ok: serialization
ok: forged state
ok: locks on top
