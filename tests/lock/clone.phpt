--TEST--
Locks and factories can be cloned, as with the PHP packages; a cloned lock has the same key
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\Store\InMemoryStore;

$store = new InMemoryStore();
$factory = clone new LockFactory($store);
$lock = $factory->createLock('lock');
$lock->acquire();
$copy = clone $lock;
same('a cloned lock is acquired', true, $copy->isAcquired());
$copy = null;
same('and its destructor releases it', false, $lock->isAcquired());
same('a cloned NoLock', true, (clone new NoLock())->acquire());
?>
--EXPECT--
ok: a cloned lock is acquired
ok: and its destructor releases it
ok: a cloned NoLock
