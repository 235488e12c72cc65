--TEST--
The contract of a store: CombinedStore of FlockStore and InMemoryStore
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$dir = temporary_directory();
slock_contract(
    fn () => new CombinedStore([new FlockStore($dir), new InMemoryStore()], new UnanimousStrategy()),
    ['shared'],
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
