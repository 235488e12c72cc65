--TEST--
PdoStore::configureSchema() is for Doctrine connections only
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Store\PdoStore;

group('configureSchema()', function () {
    raises(
        'of PdoStore',
        BadMethodCallException::class,
        'is only supported when using a doctrine/dbal Connection.',
        fn () => (new PdoStore('sqlite::memory:'))->configureSchema(new stdClass()),
    );
});
?>
--EXPECT--
ok: configureSchema()
