--TEST--
The contract of a store: RedisStore by DSN over Redis Cluster
--CONFLICTS--
redis-cluster
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis cluster'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

$hosts = implode(']&host[', explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER')));
slock_contract(
    fn () => new RedisStore("redis:?host[$hosts]&redis_cluster=1"),
    ['shared', 'expiring', 'serializable', 'separate'],
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
