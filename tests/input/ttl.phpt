--TEST--
Negative, NaN and infinite times to live are refused everywhere, and nothing happens before that
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\NullStore;
use Symfony\Component\Lock\Store\RedisStore;

$bad = [
    '-1' => -1,
    '-0.5' => -0.5,
    'NAN' => NAN,
    'INF' => INF,
    '-INF' => -INF,
    '-PHP_FLOAT_MAX' => -PHP_FLOAT_MAX,
    '-PHP_FLOAT_MIN' => -PHP_FLOAT_MIN,
    '-1e-300' => -1e-300,
];
$store = new PlainStore();
$store->quiet = true;
$factory = new LockFactory($store);
$lock = new Lock(new Key('r'), $store, 10);

foreach ($bad as $name => $ttl) {
    group($name, function () use ($ttl, $store, $factory, $lock) {
        raises('new Lock', InvalidTtlException::class, '$ttl', fn () => new Lock(new Key('r'), $store, $ttl));
        raises('createLock', InvalidTtlException::class, '$ttl', fn () => $factory->createLock('r', $ttl));
        raises(
            'createLockFromKey',
            InvalidTtlException::class,
            '$ttl',
            fn () => $factory->createLockFromKey(new Key('r'), $ttl),
        );
        raises('refresh', InvalidTtlException::class, '$ttl', fn () => $lock->refresh($ttl));
        raises(
            'InMemoryStore::putOffExpiration',
            InvalidTtlException::class,
            '$ttl',
            fn () => (new InMemoryStore())->putOffExpiration(new Key('r'), $ttl),
        );
        raises(
            'NullStore::putOffExpiration',
            InvalidTtlException::class,
            '$ttl',
            fn () => (new NullStore())->putOffExpiration(new Key('r'), $ttl),
        );
        raises(
            'new RedisStore',
            InvalidTtlException::class,
            is_finite($ttl) ? 'expects a strictly positive TTL. Got '.@(int) $ttl.'.' : '$initialTtl',
            fn () => new RedisStore('redis://127.0.0.1:1', $ttl),
        );
    });
}
raises(
    'new RedisStore, 0',
    InvalidTtlException::class,
    '"Symfony\Component\Lock\Store\RedisStore::__construct()" expects a strictly positive TTL. Got 0.',
    fn () => new RedisStore('redis://127.0.0.1:1', 0),
);
same('the store was never called', [], $store->calls);
check(
    'it is an InvalidArgumentException',
    is_subclass_of(InvalidTtlException::class, InvalidArgumentException::class)
        && is_subclass_of(InvalidArgumentException::class, \InvalidArgumentException::class),
);

$key = new Key('r');
foreach (['NAN' => NAN, 'INF' => INF, '-INF' => -INF] as $name => $ttl) {
    raises("reduceLifetime, $name", InvalidTtlException::class, '$ttl', fn () => $key->reduceLifetime($ttl));
}
same('the lifetime is what it was', null, $key->getRemainingLifetime());
$key->reduceLifetime(-1);
same('a negative lifetime is expired', true, $key->isExpired());
$key->resetLifetime();
$key->reduceLifetime(0);
same('so is none', true, $key->isExpired());

// What is large or small but possible is taken.
foreach (['0' => 0, '0.0' => 0.0, '-0.0' => -0.0, 'null' => null] as $name => $ttl) {
    $none = new Lock(new Key('r'), $store, $ttl);
    $store->calls = [];
    $none->acquire();
    same("no TTL: $name", ['save'], $store->calls);
    raises(
        "no TTL: $name, refresh()",
        InvalidArgumentException::class,
        'You have to define an expiration duration.',
        fn () => $none->refresh(),
    );
}
$store->always['putOffExpiration'] = fn (Key $key, float $ttl) => $key->reduceLifetime($ttl);
foreach (['a century' => 3e9, '1e15' => 1e15, '1e300' => 1e300, 'PHP_FLOAT_MAX' => PHP_FLOAT_MAX] as $name => $ttl) {
    $long = new Lock($key = new Key('r'), $store, $ttl);
    same("long: $name", true, $long->acquire());
    // What no clock will live to see may also count as no end at all.
    $left = $long->getRemainingLifetime();
    check("long: $name, its lifetime", !$long->isExpired() && (null === $left ? $ttl > 3e9 : $left > 2e9), show($left));
    check("long: $name, serialized", !unserialize(serialize($key))->isExpired());
    unset($long);
}
$short = new Lock(new Key('r'), $store, 1e-12);
raises(
    'shorter than it takes',
    'Symfony\Component\Lock\Exception\LockAcquiringException',
    'Failed to acquire the "r" lock.',
    fn () => $short->acquire(),
);
?>
--EXPECT--
ok: -1
ok: -0.5
ok: NAN
ok: INF
ok: -INF
ok: -PHP_FLOAT_MAX
ok: -PHP_FLOAT_MIN
ok: -1e-300
ok: new RedisStore, 0
ok: the store was never called
ok: it is an InvalidArgumentException
ok: reduceLifetime, NAN
ok: reduceLifetime, INF
ok: reduceLifetime, -INF
ok: the lifetime is what it was
ok: a negative lifetime is expired
ok: so is none
ok: no TTL: 0
ok: no TTL: 0, refresh()
ok: no TTL: 0.0
ok: no TTL: 0.0, refresh()
ok: no TTL: -0.0
ok: no TTL: -0.0, refresh()
ok: no TTL: null
ok: no TTL: null, refresh()
ok: long: a century
ok: long: a century, its lifetime
ok: long: a century, serialized
ok: long: 1e15
ok: long: 1e15, its lifetime
ok: long: 1e15, serialized
ok: long: 1e300
ok: long: 1e300, its lifetime
ok: long: 1e300, serialized
ok: long: PHP_FLOAT_MAX
ok: long: PHP_FLOAT_MAX, its lifetime
ok: long: PHP_FLOAT_MAX, serialized
ok: shorter than it takes
