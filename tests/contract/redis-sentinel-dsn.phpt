--TEST--
The contract of a store: RedisStore by DSN, with the master that a sentinel names
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis sentinel'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

$dsn = sprintf(
    'redis:?host[%s]&redis_sentinel=%s&dbindex=1',
    getenv('SLOCK_TEST_REDIS_SENTINEL'),
    getenv('SLOCK_TEST_REDIS_SENTINEL_MASTER'),
);
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
