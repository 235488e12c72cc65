--TEST--
The contract of a store: ZookeeperStore through a \Zookeeper object
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/zookeeper.inc';

use Symfony\Component\Lock\Store\ZookeeperStore;

declare_zookeeper();
// One session: what another one holds with the same token is not held, if the numbers of the two can be told apart as
// floats, which is so for one pair in sixteen.
$client = new Zookeeper(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'));
slock_contract(fn () => new ZookeeperStore($client), ['separate']);
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
