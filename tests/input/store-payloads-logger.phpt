--TEST--
An unserialized factory has the logger that was serialized with it, and nothing else in its place
--FILE--
<?php
require __DIR__.'/store-payloads.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

group('loggers', function () {
    $store = new InMemoryStore();
    raises(
        'no logger',
        TypeError::class,
        'Cannot assign stdClass to property',
        fn () => unserialize(payload(LockFactory::class, ['store' => $store], ["\0*\0logger" => new stdClass()])),
    );
    raises(
        'a number',
        TypeError::class,
        'Cannot assign int to property',
        fn () => unserialize(payload(LockFactory::class, ['store' => $store], ["\0*\0logger" => 5])),
    );
    $factory = unserialize(serialize(
        (function () use ($store) { $f = new LockFactory($store); $f->setLogger(new ArrayLogger()); return $f; })(),
    ));
    $factory->createLock('r')->acquire();
    check('a logger', (fn ($f) => [] !== ((array) $f)["\0*\0logger"]->records)($factory));
});
?>
--EXPECT--
ok: loggers
