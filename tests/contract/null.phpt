--TEST--
NullStore keeps nothing, refuses nobody and never waits
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\NullStore;

$store = new NullStore();
same('shared and blocking', true, $store instanceof BlockingSharedLockStoreInterface);
[$a, $b] = [new Key('r'), new Key('r')];
foreach (['save', 'saveRead', 'waitAndSaveRead', 'delete'] as $method) {
    same($method, [null, null], [$store->$method($a), $store->$method($b)]);
}
same('putOffExpiration', null, $store->putOffExpiration($a, 10));
same('exists', false, $store->exists($a));
same('no lifetime', null, $a->getRemainingLifetime());
same('serializable', 'r', (string) unserialize(serialize($a)));

$factory = new LockFactory($store);
[$first, $second] = [$factory->createLock('r', 30), $factory->createLock('r')];
same('acquire', [true, true], [$first->acquire(), $second->acquire(true)]);
same('acquireRead', [true, true], [$first->acquireRead(), $second->acquireRead(true)]);
same('isAcquired', false, $first->isAcquired());
same('release', null, $first->release());
foreach (lock_names_for_null() as $name) {
    $store->save(new Key($name));
}
echo "done\n";

function lock_names_for_null(): array
{
    return ['', "\0", str_repeat('x', 10000)];
}
?>
--EXPECT--
ok: shared and blocking
ok: save
ok: saveRead
ok: waitAndSaveRead
ok: delete
ok: putOffExpiration
ok: exists
ok: no lifetime
ok: serializable
ok: acquire
ok: acquireRead
ok: isAcquired
ok: release
done
