--TEST--
The contract of a store: ZookeeperStore by DSN on an ensemble of three
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper ensemble'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\ZookeeperStore;

// A session of its own for each store.
$n = 0;
slock_contract(function () use (&$n) {
    return new ZookeeperStore('zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_ENSEMBLE').'?session_timeout='.(10 + $n++));
}, ['separate']);
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
