--TEST--
MemcachedStore: what is on the server: the token without flags, and a TTL in whole seconds, also beyond 30 days
--EXTENSIONS--
igbinary
msgpack
memcached
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('memcached'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MemcachedStore;

const DAY = 86400;

$text = MemcachedText::shared();
foreach ([
    'DSN' => memcached_dsn(),
    'text' => memcached_dsn('', '&binary_protocol=0'),
    'client' => memcached_client(),
] as $way => $connection) {
    group($way, function () use ($connection, $text) {
        $store = new MemcachedStore($connection, 77);
        $key = new Key($name = unique());
        $store->save($key);
        same('the value', $key->getState(MemcachedStore::class).' flags 0', $text->get($name));
        between('the initial TTL, seconds', 78, 79, $text->ttl($name));
        $store->delete($key);

        // memcached counts in ticks of its own clock, so a second may be gone already: it is told two more. And it
        // takes a date for some seconds later.
        foreach (['1.5' => 2, 3 => 3, '9.001' => 10, 600 => 600, 29 * DAY => 29 * DAY, 30 * DAY => 30 * DAY,
            '2592000.5' => 30 * DAY + 1, 31 * DAY => 31 * DAY, 365 * DAY => 365 * DAY,
            4 * 365 * DAY => 4 * 365 * DAY] as $ttl => $seconds) {
            $lock = new Lock($key = new Key($name = unique()), $store, (float) $ttl);
            same("$ttl: acquired", true, $lock->acquire());
            between("$ttl: seconds on the server", $seconds + 1, $seconds + 5, $text->ttl($name));
            same("$ttl: exclusive", false, (new Lock(new Key($name), $store, (float) $ttl))->acquire());
            between("$ttl: lifetime", $ttl - 5, $ttl, $lock->getRemainingLifetime());
            $lock->refresh(40 * DAY);
            between("$ttl: refreshed for 40 days, seconds", 40 * DAY + 1, 40 * DAY + 5, $text->ttl($name));
            same("$ttl: still held", true, $lock->isAcquired());
            $lock->release();
            same("$ttl: gone", null, $text->get($name));
        }

        $store = new MemcachedStore($connection, 60 * DAY);
        $store->save($key = new Key(unique()));
        raises(
            'an initial TTL of 60 days is exclusive',
            LockConflictedException::class,
            null,
            fn () => $store->save(new Key((string) $key)),
        );
        $store->delete($key);

        $store->save($key = new Key(unique()));
        foreach ([0.0, 0.5, 0.999] as $ttl) {
            raises(
                "putOffExpiration($ttl)",
                InvalidTtlException::class,
                "\"Symfony\\Component\\Lock\\Store\\MemcachedStore::putOffExpiration()\" expects a TTL greater or equals to 1 second. Got $ttl.",
                fn () => $store->putOffExpiration($key, $ttl),
            );
        }
        check('the lifetime is as before', $key->getRemainingLifetime() > 50 * DAY);
        $e = raises(
            'acquire for 0.5 s',
            LockAcquiringException::class,
            null,
            fn () => (new Lock(new Key($name = unique()), $store, 0.5))->acquire(),
        );
        same('because of the TTL', InvalidTtlException::class, $e->getPrevious()::class);
        same('nothing is left behind', null, $text->get($name));
        raises(
            'a TTL beyond 2038',
            InvalidTtlException::class,
            'MemcachedStore cannot keep a lock until after January 19, 2038',
            fn () => $store->putOffExpiration($key, 20 * 365 * DAY),
        );
        $store->delete($key);
    });
}
foreach ([0, -1, PHP_INT_MIN] as $ttl) {
    raises("new MemcachedStore(…, $ttl)", Symfony\Component\Lock\Exception\InvalidArgumentException::class,
        "\"Symfony\\Component\\Lock\\Store\\MemcachedStore::__construct()\" expects a strictly positive TTL. Got $ttl.",
        fn () => new MemcachedStore(memcached_dsn(), $ttl));
}
?>
--EXPECT--
ok: DSN
ok: text
ok: client
ok: new MemcachedStore(…, 0)
ok: new MemcachedStore(…, -1)
ok: new MemcachedStore(…, -9223372036854775808)
