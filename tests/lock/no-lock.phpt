--TEST--
NoLock is always acquired and never does anything
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\NoLock;
use Symfony\Component\Lock\SharedLockInterface;

$lock = new NoLock();
same('a shared lock', true, $lock instanceof SharedLockInterface);
same('isAcquired', true, $lock->isAcquired());
same('acquire', [true, true], [$lock->acquire(), $lock->acquire(true)]);
same('acquireRead', [true, true], [$lock->acquireRead(), $lock->acquireRead(true)]);
same('refresh', [null, null], [$lock->refresh(), $lock->refresh(10)]);
same('release', null, $lock->release());
same('still acquired', true, $lock->isAcquired());
same('isExpired', false, $lock->isExpired());
same('getRemainingLifetime', null, $lock->getRemainingLifetime());
same('serializable', NoLock::class, unserialize(serialize($lock))::class);
?>
--EXPECT--
ok: a shared lock
ok: isAcquired
ok: acquire
ok: acquireRead
ok: refresh
ok: release
ok: still acquired
ok: isExpired
ok: getRemainingLifetime
ok: serializable
