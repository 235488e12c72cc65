--TEST--
The contract of a store: MemcachedStore by DSN with a user and a password
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('memcached sasl'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/memcached.inc';

use Symfony\Component\Lock\Store\MemcachedStore;

// Every test of this directory has a prefix of its own: some names (the empty one) cannot be made unique.
slock_contract(
    fn () => new MemcachedStore(vsprintf(
        'memcached://%s:%s@127.0.0.1:%d?prefix_key=d:',
        array_map('getenv', [
            'SLOCK_TEST_MEMCACHED_SASL_USER',
            'SLOCK_TEST_MEMCACHED_SASL_PASSWORD',
            'SLOCK_TEST_MEMCACHED_SASL_PORT',
        ]),
    )),
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
