--TEST--
A refresh() or an acquire() that fails makes nobody believe in a longer lifetime of the lock
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new PDO('sqlite::memory:');
$store = new PdoStore($pdo, [], 0);
$store->createTable();
$lock = new Lock(new Key('r'), $store, 30.0, false);
same('acquired', true, $lock->acquire());
$lock->refresh(5);
between('its lifetime', 2, 5, $lock->getRemainingLifetime());

$pdo->exec('PRAGMA query_only = 1');
raises('refresh()', LockAcquiringException::class, null, fn () => $lock->refresh(600));
between('lifetime, after refresh()', 1, 5, $lock->getRemainingLifetime());
raises('acquire()', LockAcquiringException::class, null, fn () => $lock->acquire());
between('lifetime, after acquire()', 1, 5, $lock->getRemainingLifetime());

$pdo->exec('PRAGMA query_only = 0');
$lock->refresh(600);
between('lifetime, when it works again', 590, 600, $lock->getRemainingLifetime());
?>
--EXPECT--
ok: acquired
ok: its lifetime
ok: refresh()
ok: lifetime, after refresh()
ok: acquire()
ok: lifetime, after acquire()
ok: lifetime, when it works again
