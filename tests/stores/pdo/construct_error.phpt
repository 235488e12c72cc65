--TEST--
PdoStore and DoctrineDbalStore refuse what they cannot work with, at once
--EXTENSIONS--
ctype
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../../inc/sql-table.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\DoctrineDbalStore;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new PDO('sqlite::memory:');
$new = [
    'PdoStore' => fn (...$arguments) => new PdoStore($pdo, ...$arguments),
    'DoctrineDbalStore' => fn (...$arguments) => new DoctrineDbalStore('sqlite:///:memory:', ...$arguments),
];
foreach ($new as $class => $make) {
    group("$class: parameters", function () use ($make) {
        foreach ([-0.1, 1.1, NAN, INF, -INF] as $probability) {
            raises(
                "gcProbability $probability",
                InvalidArgumentException::class,
                'DatabaseTableTrait::init" requires gcProbability between 0 and 1, "',
                fn () => $make([], $probability),
            );
        }
        foreach ([0, 1, 0.5] as $probability) {
            check("gcProbability $probability", is_object($make([], $probability)));
        }
        foreach ([0, -1, PHP_INT_MIN] as $ttl) {
            raises(
                "initialTtl $ttl",
                InvalidTtlException::class,
                'DatabaseTableTrait::init()" expects a strictly positive TTL, "'.$ttl.'" given.',
                fn () => $make([], 0.01, $ttl),
            );
        }
        raises('options', TypeError::class, 'must be of type array', fn () => $make('lock_keys'));
        raises(
            'a second construction',
            Error::class,
            'twice',
            fn () => ($store = $make())->__construct(
                ...($store instanceof PdoStore ? ['sqlite::memory:'] : ['sqlite:///:memory:']),
            ),
        );
    });
    group("$class: names", function () use ($make) {
        foreach (['db_table', 'db_id_col', 'db_token_col', 'db_expiration_col'] as $option) {
            foreach ([
                'locks',
                '_x1',
                'schema.locks',
                'a.b.c',
                '"quoted name"',
                '`quoted`',
                '[quoted]',
                '"sch"."tab"',
                '"a""b"',
                'größe',
                'x$y#z',
                null,
            ] as $name) {
                check("$option ".show($name), is_object($make([$option => $name])));
            }
            foreach ([
                '',
                ' ',
                'a b',
                'a;b',
                'a.',
                '.a',
                'a..b',
                '1a',
                "a'b",
                'a"b',
                '"a',
                'a`',
                '[a',
                'a--',
                'a/*x*/',
                "a\0",
                "a\nb",
                '""',
                '(SELECT 1)',
                'locks; DROP TABLE locks',
            ] as $name) {
                raises(
                    "$option ".show($name),
                    InvalidArgumentException::class,
                    "Option \"$option\" must be the name of a table or column",
                    fn () => $make([$option => $name]),
                );
            }
            foreach ([1, 1.5, true, [], new stdClass()] as $name) {
                raises(
                    "$option ".show($name),
                    TypeError::class,
                    "Option \"$option\" must be of type string",
                    fn () => $make([$option => $name]),
                );
            }
        }
    });
}
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
        raises(show($dsn), InvalidArgumentException::class, 'PdoStore', fn () => new PdoStore($dsn));
    }
});
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
group('TTLs', function () use ($pdo) {
    $store = new PdoStore($pdo, [], 0);
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
        Symfony\Component\Lock\Exception\LockAcquiringException::class,
        null,
        fn () => (new LockFactory($store))->createLock('short', 0.5)->acquire(),
    );
});
group('configureSchema()', function () use ($pdo) {
    raises(
        'of PdoStore',
        BadMethodCallException::class,
        'is only supported when using a doctrine/dbal Connection.',
        fn () => (new PdoStore($pdo))->configureSchema(new stdClass()),
    );
});
?>
--EXPECT--
ok: PdoStore: parameters
ok: PdoStore: names
ok: DoctrineDbalStore: parameters
ok: DoctrineDbalStore: names
ok: PDO in another error mode
ok: connections
ok: DSNs
ok: not constructed
ok: TTLs
ok: configureSchema()
