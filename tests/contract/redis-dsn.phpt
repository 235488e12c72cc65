--TEST--
The contract of a store: RedisStore by DSN over TCP
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\RedisStore;

// Every test of this directory has a database of its own: some names (the empty one) cannot be made unique.
$dsn = redis_url('/1');
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
