--TEST--
The contract of a store: InMemoryStore
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\InMemoryStore;

slock_contract(fn () => new InMemoryStore(), ['shared', 'serializable']);
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
