--TEST--
The contract of a store: RedisStore by DSN with several hosts
--CONFLICTS--
redis-array
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

$hosts = implode(
    ']&host[',
    array_map(fn ($port) => "127.0.0.1:$port", explode(',', getenv('SLOCK_TEST_REDIS_PORTS'))),
);
slock_contract(fn () => new RedisStore("redis:?host[$hosts]"), ['shared', 'expiring', 'serializable', 'separate']);
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
