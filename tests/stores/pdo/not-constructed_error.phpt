--TEST--
PdoStore and DoctrineDbalStore: an object that was not constructed, and one that is to be cloned
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

group('not constructed', function () {
    foreach ([PdoStore::class, DoctrineDbalStore::class] as $class) {
        $store = (new ReflectionClass($class))->newInstanceWithoutConstructor();
        foreach (['save', 'exists', 'delete'] as $method) {
            raises(
                "$class::$method",
                Error::class,
                'has not been correctly initialized',
                fn () => $store->$method(new Key('x')),
            );
        }
        raises(
            "$class::createTable",
            Error::class,
            'has not been correctly initialized',
            fn () => $store->createTable(),
        );
    }
    raises(
        'clone',
        Error::class,
        'Trying to clone an uncloneable object',
        fn () => clone new PdoStore('sqlite::memory:'),
    );
});
?>
--EXPECT--
ok: not constructed
