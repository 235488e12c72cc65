--TEST--
The contract of a store: RedisStore by DSN over a unix socket
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis socket'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

$dsn = sprintf('redis://%s?dbindex=2', getenv('SLOCK_TEST_REDIS_SOCKET'));
slock_contract(fn () => new RedisStore($dsn), ['shared', 'expiring', 'serializable', 'separate']);
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
