--TEST--
The contract of a store: MemcachedStore by DSN, meta commands
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/memcached.inc';

use Symfony\Component\Lock\Store\MemcachedStore;

// Every test of this directory has a prefix of its own: some names (the empty one) cannot be made unique.
slock_contract(
    fn () => new MemcachedStore(memcached_dsn('meta:', '&protocol=meta')),
    ['expiring', 'seconds', 'serializable', 'separate'],
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
