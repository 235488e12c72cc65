--TEST--
MongoDbDocumentStore: assertVersion() and update(), of all kinds of versions that ODM has
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\BSON\Decimal128;
use MongoDB\BSON\ObjectId;
use MongoDB\BSON\UTCDateTime;
use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;

function versions(MongoDbDocumentStore $store): void
{
    document_insert(['_id' => $id = new ObjectId(), 'version' => 1, 'n' => 0]);
    $store->assertVersion($id, 1);
    raises(
        'another version',
        LockConflictedException::class,
        'has the version 1, and not 2, which was expected',
        fn () => $store->assertVersion($id, 2),
    );
    same('the next one', 2, $store->update($id, 1, ['$set' => ['n' => 5], '$inc' => ['m' => 1]]));
    same('changed', ['version' => 2, 'n' => 5, 'm' => 1], array_slice(document_find($id), 1));
    raises('too late', LockConflictedException::class, 'has the version 1', fn () => $store->update($id, 1, [
        '$set' => ['n' => 6],
    ]));
    same('not changed', 5, document_find($id)['n']);
    same('a change as an object', 3, $store->update($id, 2, (object) ['$set' => (object) ['n' => 7]]));
    same('changed', 7, document_find($id)['n']);
    document_insert(['_id' => $id = new ObjectId(), 'version' => -3]);
    same('at least 1, as ODM has it', 1, $store->update($id, -3, ['$unset' => ['n' => true]]));

    document_insert(['_id' => $id = new ObjectId(), 'version' => new Decimal128('7')]);
    $store->assertVersion($id, new Decimal128('7'));
    $store->assertVersion($id, '7');
    raises('8', LockConflictedException::class, 'version 7, and not 8', fn () => $store->assertVersion($id, '8'));
    same('the next decimal', '8', (string) $store->update($id, '7', ['$set' => ['n' => 1]]));
    same('is one', Decimal128::class, document_find($id)['version']::class);
    same('and the next', '9', (string) $store->update($id, new Decimal128('8'), ['$set' => ['n' => 2]]));

    document_insert(['_id' => $id = new ObjectId(), 'version' => new Decimal128('9.0')]);
    array_map(fn ($version) => $store->assertVersion($id, $version), ['9', '9.00', new Decimal128('9'), 9]);
    raises('9.01', LockConflictedException::class, 'version 9, ', fn () => $store->assertVersion($id, '9.01'));
    same('the next one, of 9.0', '10', (string) $store->update($id, '9.0', ['$set' => ['n' => 1]]));

    // The last one of 32 bits; and numbers of shells that have nothing but doubles.
    document_insert(['_id' => $id = new ObjectId(), 'version' => 2_147_483_647]);
    same('of 64 bits', 2_147_483_648, $store->update($id, 2_147_483_647, ['$set' => ['n' => 1]]));
    same('one more', 2_147_483_649, $store->update($id, 2_147_483_648, ['$set' => ['n' => 1]]));
    $store->assertVersion($id, document_find($id)['version']);
    document_insert(['_id' => $id = new ObjectId(), 'version' => 3.0]);
    $store->assertVersion($id, 3);
    raises('4', LockConflictedException::class, 'version 3, and not 4', fn () => $store->assertVersion($id, 4));
    same('the next one, of a double', 4, $store->update($id, 3, ['$set' => ['n' => 1]]));
    document_insert(['_id' => $id = new ObjectId(), 'version' => 1.5]);
    raises('1.5', LockConflictedException::class, 'version 1.5, ', fn () => $store->assertVersion($id, 1));

    $then = new DateTimeImmutable('2020-02-03 04:05:06.789');
    document_insert(['_id' => $id = new ObjectId(), 'version' => new UTCDateTime($then)]);
    $store->assertVersion($id, $then);
    $store->assertVersion($id, new UTCDateTime($then));
    raises('a date', LockConflictedException::class, null, fn () => $store->assertVersion($id, new DateTime()));
    $next = $store->update($id, $then, ['$set' => ['n' => 1]]);
    same('the next date', UTCDateTime::class, $next::class);
    between('is now', time() - 30, time() + 1, $next->toDateTime()->getTimestamp());
    same('it stands there', (string) $next, (string) document_find($id)['version']);
    $before = new DateTimeImmutable('1969-12-31 23:59:58.500 UTC');
    document_insert(['_id' => $id = new ObjectId(), 'version' => new UTCDateTime(-1500)]);
    $store->assertVersion($id, $before);
    $store->update($id, $before, ['$set' => ['n' => 1]]);
    raises('the last date', InvalidArgumentException::class, '$expected', fn () => $store->update(
        $id,
        new UTCDateTime(PHP_INT_MAX),
        ['$set' => ['n' => 1]],
    ));
    document_insert(['_id' => new MongoDB\BSON\Binary("\xff\xfe", 0), 'version' => 1]);
    $store->assertVersion("\xff\xfe", 1);
    same('a name that is no text', 2, $store->update("\xff\xfe", 1, ['$set' => ['n' => 1]]));
    mongodb_admin(mongodb_database(), ['delete' => 'lock', 'deletes' => [[
        'q' => ['_id' => new MongoDB\BSON\Binary("\xff\xfe", 0)],
        'limit' => 1,
    ]]]);
    $future = new UTCDateTime((time() + 3600) * 1000);
    document_insert(['_id' => $id = new ObjectId(), 'version' => $future]);
    check('never an older date', (string) $store->update($id, $future, ['$set' => ['n' => 1]]) > (string) $future);

    raises('no document', LockStorageException::class, 'no document "none"', fn () => $store->assertVersion('none', 1));
    document_insert(['_id' => $id = new ObjectId()]);
    raises('no version', LockConflictedException::class, 'the version none', fn () => $store->assertVersion($id, 1));
    raises('an array', InvalidArgumentException::class, '$id', fn () => $store->assertVersion([], 1));
    raises('a float', InvalidArgumentException::class, '$expected', fn () => $store->assertVersion($id, 1.5));
    $own = new class {
        public int $n = 1;
        private int $m = 2;
    };
    raises('private fields', InvalidArgumentException::class, '$set', fn () => $store->update($id, 1, [
        '$set' => $own,
    ]));
    raises('a word', InvalidArgumentException::class, '$expected', fn () => $store->update($id, 'a', ['$set' => []]));
    $e = raises('no operators', InvalidArgumentException::class, '$change', fn () => $store->update($id, 1, [
        'n' => 1,
    ]));
    same('which has no code', 0, $e?->getCode());
    raises('a list', InvalidArgumentException::class, '$change', fn () => $store->update($id, 1, [['$set' => []]]));
    raises('not an array', InvalidArgumentException::class, '$set', fn () => $store->update($id, 1, ['$set' => 1]));
    $own = new class {
        public function bsonSerialize(): array
        {
            return ['n' => 1];
        }
    };
    raises('own ways', InvalidArgumentException::class, '$change', fn () => $store->update($id, 1, ['$set' => $own]));
    foreach ([new ArrayObject(['n' => 1]), new class(['n' => 1]) extends ArrayObject {}, new DateTime()] as $own) {
        raises('unseen fields', InvalidArgumentException::class, '$set', fn () => $store->update($id, 1, [
            '$set' => $own,
        ]));
        raises('unseen operators', InvalidArgumentException::class, '$set', fn () => $store->update($id, 1, $own));
    }
    foreach (['$no' => ['n' => 1], '$inc' => ['version' => 1], '$unset' => ['version' => 1]] as $operator => $fields) {
        raises("$operator is refused", LockStorageException::class, ': ', fn () => $store->update($id, 1, [
            $operator => $fields,
        ]));
    }
    raises('in the words of the server', LockStorageException::class, '$no', fn () => $store->update($id, 1, [
        '$no' => ['n' => 1],
    ]));
    same('one question', 'find', mongodb_commands(function () use ($store, $id) {
        raises('none', LockConflictedException::class, null, fn () => $store->assertVersion($id, 1));
    }));
    same('one write', 'update', mongodb_commands(function () use ($store, $id) {
        raises('none', LockConflictedException::class, null, fn () => $store->update($id, 1, ['$set' => ['n' => 1]]));
    }));
}

foreach ([
    'URI' => new MongoDbDocumentStore(mongodb_uri()),
    'Manager' => new MongoDbDocumentStore(
        new Manager(mongodb_server()),
        ['database' => mongodb_database(), 'collection' => 'lock'],
    ),
] as $way => $store) {
    group($way, fn () => versions($store));
}
group('a URI that only the native client takes', function () {
    $store = new MongoDbDocumentStore(
        'mongodb://user:secret@127.0.0.1:1/a?collection=b&tlsInsecure=true&tlsDisableOCSPEndpointCheck=true',
    );
    foreach ([fn () => $store->update(1, 1, ['$set' => []]), fn () => $store->assertVersion(1, 1)] as $f) {
        try {
            $f();
            check('refused', false);
        } catch (InvalidArgumentException $e) {
            check('named', str_contains($e->getMessage(), '127.0.0.1'));
            check('no password', !str_contains("$e".print_r($e->getTrace(), true), 'secret'));
            same('nor before it', null, $e->getPrevious());
        }
    }
});
group('without the driver', function () {
    foreach (['1', '"\xff"'] as $id) {
        $code = sprintf(<<<'CODE'
            try {
                (new Slock\Store\MongoDbDocumentStore($argv[1]))->update(%s, 1, ['$set' => []]);
            } catch (Symfony\Component\Lock\Exception\InvalidArgumentException $e) {
                echo $e->getMessage();
            }
            CODE, $id);
        same(
            $id,
            'The versions of documents need ext-mongodb, also by DSN: it is not loaded.',
            Child::start($code, 'slock', [], [], [mongodb_uri()])->finish(),
        );
    }
});
group('nobody answers', function () {
    foreach ([
        'assertVersion' => fn ($store) => $store->assertVersion(1, 1),
        'update' => fn ($store) => $store->update(1, 1, ['$set' => ['n' => 1]]),
    ] as $method => $f) {
        foreach ([
            'URI' => fn ($at) => new MongoDbDocumentStore("mongodb://$at/a?collection=b"),
            'Manager' => fn ($at) => new MongoDbDocumentStore(
                new Manager("mongodb://$at"),
                ['database' => 'a', 'collection' => 'b'],
            ),
        ] as $way => $make) {
            $at = '127.0.0.1:'.free_port();
            $e = raises("$method, $way", LockStorageException::class, $at, fn () => $f($make($at)));
            check('what the driver has thrown', $e?->getPrevious() instanceof MongoDB\Driver\Exception\Exception);
        }
    }
});
group('options of the driver', function () {
    // Something that the driver refuses: it has heard of them.
    $store = new MongoDbDocumentStore(mongodb_uri(), ['driverOptions' => ['driver' => ['name' => 5]]]);
    raises('told', InvalidArgumentException::class, null, fn () => $store->assertVersion(1, 1));
    $store = new MongoDbDocumentStore(mongodb_uri(), ['driverOptions' => ['driver' => ['name' => 'app']]]);
    document_insert(['_id' => 'with options', 'version' => 1]);
    $store->assertVersion('with options', 1);
});
?>
--EXPECT--
ok: URI
ok: Manager
ok: a URI that only the native client takes
ok: without the driver
ok: nobody answers
ok: options of the driver
