--TEST--
LockFactory: defaults, arguments and names of arguments
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;

$store = new PlainStore();
$store->always['putOffExpiration'] = fn (Key $key, float $ttl) => $key->reduceLifetime($ttl);
$factory = new LockFactory(store: $store);

$lock = $factory->createLock('a');
same('class', Lock::class, $lock::class);
$lock->acquire();
between('300 seconds by default', 290, 300, $lock->getRemainingLifetime());
unset($lock);

$lock = $factory->createLock('b', 7);
$lock->acquire();
between('an int', 0, 7, $lock->getRemainingLifetime());
unset($lock);

$lock = $factory->createLock('c', null);
$lock->acquire();
same('no TTL', null, $lock->getRemainingLifetime());
unset($lock);

$lock = $factory->createLock(resource: 'd', autoRelease: false, ttl: 0);
$lock->acquire();
echo "no automatic release:\n";
unset($lock);

$key = new Key('e');
$lock = $factory->createLockFromKey($key);
$lock->acquire();
between('from a key, 300 seconds by default', 290, 300, $key->getRemainingLifetime());
unset($lock);

$lock = $factory->createLockFromKey(key: $key, ttl: 1000.5, autoRelease: false);
$lock->acquire();
between('from a key', 990, 1000.5, $key->getRemainingLifetime());
unset($lock);

// The lock keeps the key and the store alive.
$lock = (new LockFactory(new PlainStore('other')))->createLock('f', null);
unset($store, $factory);
same('alone', true, $lock->acquire());
unset($lock);
?>
--EXPECT--
ok: class
  store->save(a)
  store->putOffExpiration(a, 300)
ok: 300 seconds by default
  store->exists(a) with up to 300 s left
  store->save(b)
  store->putOffExpiration(b, 7)
ok: an int
  store->exists(b) with up to 10 s left
  store->save(c)
ok: no TTL
  store->exists(c)
  store->save(d)
no automatic release:
  store->save(e)
  store->putOffExpiration(e, 300)
ok: from a key, 300 seconds by default
  store->exists(e) with up to 300 s left
  store->save(e)
  store->putOffExpiration(e, 1000.5)
ok: from a key
  other->save(f)
ok: alone
  other->exists(f)
