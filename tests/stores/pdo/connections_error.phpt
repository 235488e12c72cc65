--TEST--
PdoStore and DoctrineDbalStore: which connections and DSNs they refuse
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

group('connections', function () {
    foreach ([new stdClass(), new ArrayObject()] as $object) {
        raises(
            'PdoStore '.$object::class,
            TypeError::class,
            'must be of type PDO|string',
            fn () => new PdoStore($object),
        );
        raises(
            'DoctrineDbalStore '.$object::class,
            TypeError::class,
            'must be of type Doctrine\DBAL\Connection|string',
            fn () => new DoctrineDbalStore($object),
        );
    }
    raises(
        'a PDO is no DBAL connection',
        TypeError::class,
        'PDO given',
        fn () => new DoctrineDbalStore(new PDO('sqlite::memory:')),
    );
    raises('user', TypeError::class, '"db_username"', fn () => new PdoStore('sqlite::memory:', ['db_username' => 1]));
    raises(
        'password',
        TypeError::class,
        '"db_password"',
        fn () => new PdoStore('sqlite::memory:', ['db_password' => []]),
    );
    raises(
        'connection options',
        TypeError::class,
        '"db_connection_options"',
        fn () => new PdoStore('sqlite::memory:', ['db_connection_options' => 'x']),
    );
});

group('PDO in another error mode', function () {
    foreach ([PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING] as $mode) {
        raises(
            "$mode",
            InvalidArgumentException::class,
            '"Symfony\Component\Lock\Store\PdoStore::__construct" requires PDO error mode attribute be set to throw '
                .'Exceptions (i.e. $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION)).',
            fn () => new PdoStore(new PDO('sqlite::memory:', null, null, [PDO::ATTR_ERRMODE => $mode])),
        );
    }
    // Of a DSN it is ours to set.
    (new PdoStore('sqlite::memory:', [
        'db_connection_options' => [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT],
    ]))->save(new Key('x'));
    check('of a DSN', true);
});

group('DSNs', function () {
    foreach ([
        '',
        ':',
        ':x',
        "sqlite:\0",
        'mongodb://x',
        'http://x',
        'mysql://',
        'mysql:///db',
        'sqlite://',
        'sqlite:///',
        'mysql://host:0/db',
        'mysql://host:99999/db',
        'mysql://h/d;x',
        'mysql://a;b/c',
        "mysql://h/d%00",
    ] as $dsn) {
        $e = raises(show($dsn), InvalidArgumentException::class, 'PdoStore', fn () => new PdoStore($dsn));
        same(show($dsn).': the code', 0, $e?->getCode());
    }
});
?>
--EXPECT--
ok: connections
ok: PDO in another error mode
ok: DSNs
