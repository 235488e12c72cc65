--TEST--
The contract of a store: FlockStore
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\FlockStore;

$dir = temporary_directory();
slock_contract(fn () => new FlockStore($dir), ['shared', 'separate']);
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
