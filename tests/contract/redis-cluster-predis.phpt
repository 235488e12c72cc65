--TEST--
The contract of a store: RedisStore through Predis and Redis Cluster
--CONFLICTS--
redis-cluster
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis cluster'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

error_reporting(E_ALL & ~E_DEPRECATED);
require 'Predis/autoload.php';


$nodes = array_map(fn ($node) => "tcp://$node", explode(',', getenv('SLOCK_TEST_REDIS_CLUSTER')));
slock_contract(
    fn () => new RedisStore(new Predis\Client($nodes, ['cluster' => 'redis'])),
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
