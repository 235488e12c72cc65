--TEST--
PdoStore: a time to live below a second, which its clock cannot tell, is refused
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\PdoStore;

group('TTLs', function () {
    $store = new PdoStore('sqlite::memory:', [], 0);
    $store->save($key = new Key('ttl'));
    foreach ([0.0, 0.5, 0.999] as $ttl) {
        raises(
            "putOffExpiration($ttl)",
            InvalidTtlException::class,
            '"Symfony\Component\Lock\Store\PdoStore::putOffExpiration()" expects a TTL greater or equals to 1 second. '
                .'Got ',
            fn () => $store->putOffExpiration($key, $ttl),
        );
    }
    raises(
        'acquire',
        LockAcquiringException::class,
        null,
        fn () => (new LockFactory($store))->createLock('short', 0.5)->acquire(),
    );
});
?>
--EXPECT--
ok: TTLs
