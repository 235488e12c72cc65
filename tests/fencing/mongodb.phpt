--TEST--
MongoDbStore: the last fencing token stands in a collection of its own; one command more
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/mongodb-library.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Store\MongoDbStore;
use Symfony\Component\Lock\Store\StoreFactory;

use function Slock\fencing_token;

$database = mongodb_database();
$options = ['database' => $database, 'collection' => 'lock', 'gcProbability' => 0];
$uri = mongodb_uri();
$ways = [
    'URI' => fn (bool $fencing) => new MongoDbStore($uri.($fencing ? '&fencing=1' : ''), ['gcProbability' => 0]),
    'URI, by an option' => fn (bool $fencing) => new MongoDbStore($uri, ['gcProbability' => 0, 'fencing' => $fencing]),
    'Manager' => fn (bool $fencing) => new MongoDbStore(
        new Manager(mongodb_server()),
        $options + ['fencing' => $fencing],
    ),
    'Collection' => fn (bool $fencing) => new MongoDbStore(
        new MongoDB\Collection(new Manager(mongodb_server()), $database, 'lock'),
        ['gcProbability' => 0, 'fencing' => $fencing],
    ),
];
$counter = fn (string $name) => mongodb_admin($database, ['find' => 'lock_fence', 'filter' => ['_id' => $name]]);
$put = fn (string $name, mixed $fence) => mongodb_admin($database, [
    'update' => 'lock_fence',
    'updates' => [['q' => ['_id' => $name], 'u' => ['$set' => ['fence' => $fence]], 'upsert' => true]],
]);

// First, because the server's list of them is short.
group('commands', function () use ($ways) {
    foreach ($ways as $way => $make) {
        $store = $make(true);
        $lock = owner($store, $name = unique(), 60);
        same("$way: one more", 'update findAndModify', mongodb_commands(fn () => $lock->acquire()));
        same("$way: a conflict has none", 'update', mongodb_commands(fn () => owner($store, $name)->acquire()));
        same("$way: nor has a refresh", 'update', mongodb_commands(fn () => $lock->refresh()));
    }
});

foreach ($ways as $way => $make) {
    group($way, function () use ($make, $counter, $put, $database) {
        fencing($make);
        $store = $make(true);
        $lock = owner($store, $name = unique(), 60);
        $lock->acquire();
        [$document] = $counter($name);
        same('is kept', fencing_token($lock), (int) (string) $document['fence']);
        between('about the time', time() * 1e6 - 6e7, time() * 1e6 + 6e7, fencing_token($lock));
        $until = $document['expires_at']->toDateTime()->getTimestamp() - time();
        between('a day longer', 86440, 86461, $until);
        $lock->release();
        same('stays', 1, count($counter($name)));

        $put($name, $ahead = 4_000_000_000_000_000);
        same('ahead of the clock', [$ahead + 1, $ahead + 2], tokens($store, $name, 2));
        mongodb_admin($database, ['delete' => 'lock', 'deletes' => [['q' => ['_id' => $name], 'limit' => 1]]]);
        $put($name, -5);
        [$token] = tokens($store, $name, 1);
        between('what is behind it', time() * 1e6 - 6e7, time() * 1e6 + 6e7, $token);

        foreach (["n\xc3\xa4me", "bi\xff\0n", '$x', '{"a"}'] as $other) {
            grow("of \"$other\"", tokens($store, $other.unique(), 3));
        }
        foreach (['no number' => 'x', 'the last one' => PHP_INT_MAX] as $what => $value) {
            $put($bad = unique(), $value);
            $lock = owner($store, $bad);
            raises($what, LockAcquiringException::class, null, fn () => $lock->acquire());
            same("$what: no token", null, fencing_token($lock));
            same("$what: no lock", [], mongodb_admin($database, ['find' => 'lock', 'filter' => ['_id' => $bad]]));
        }

        // Of a key that has had the lock before, and has it still or not.
        foreach (['held' => true, 'expired' => false] as $what => $held) {
            ($lock = owner($store, $name = unique(), 60))->acquire();
            $over = ['$set' => ['expires_at' => new MongoDB\BSON\UTCDateTime(1000)]];
            $held || mongodb_admin($database, [
                'update' => 'lock',
                'updates' => [['q' => ['_id' => $name], 'u' => $over]],
            ]);
            $put($name, 'x');
            raises($what, LockAcquiringException::class, null, fn () => $lock->acquire());
            same("$what: what it had before", $held, $lock->isAcquired());
        }
    });
}

group('an owner whose time is over before it is counted', function () use ($uri, $options) {
    // Its name, so that no other test's command is meant.
    $ways = [
        'URI' => new MongoDbStore("$uri&fencing=1&appname=late", ['gcProbability' => 0]),
        'Manager' => new MongoDbStore(new Manager(mongodb_server().'/?appname=late'), $options + ['fencing' => true]),
    ];
    foreach (['URI', 'Manager'] as $way) {
        $store = $ways[$way];
        owner($store, unique())->acquire();
        $lock = owner($store, $name = unique(), 0.3);
        // The count of the first one is still to come when the second one has the lock.
        mongodb_admin('admin', [
            'configureFailPoint' => 'failCommand',
            'mode' => ['times' => 1],
            'data' => [
                'failCommands' => ['findAndModify'],
                'appName' => 'late',
                'blockConnection' => true,
                'blockTimeMS' => 800,
            ],
        ]);
        $e = raises("$way: refused", LockAcquiringException::class, null, fn () => $lock->acquire());
        same("$way: because of that", LockExpiredException::class, $e->getPrevious()::class);
        same("$way: without a token", null, fencing_token($lock));
    }
});

group('processes', function () use ($uri) {
    $tokens = race("$uri&fencing=1", 4, 40);
    same('all', 160, count($tokens));
    grow('in their order', $tokens);
});

group('the index', function () use ($database, $uri) {
    $store = new MongoDbStore(str_replace('collection=lock', 'collection=indexed', $uri).'&fencing=1', [
        'gcProbability' => 1,
    ]);
    // Before there are documents, where it takes the server of the tests no time.
    $store->createTtlIndex();
    foreach (['indexed', 'indexed_fence'] as $collection) {
        $names = array_map(fn ($index) => $index['name'], mongodb_admin($database, ['listIndexes' => $collection]));
        check($collection, in_array('expires_at_1', $names, true), json_encode($names));
    }
    grow('with it', tokens($store, unique(), 2));
});

group('bad options', function () use ($uri, $options) {
    foreach (['2', 'true'] as $value) {
        raises($value, InvalidArgumentException::class, '"fencing"', fn () => new MongoDbStore("$uri&fencing=$value"));
    }
    raises('type', TypeError::class, '"fencing"', fn () => new MongoDbStore($uri, $options + ['fencing' => 1]));
    same('the URI wins', [null], tokens(new MongoDbStore("$uri&fencing=0", ['fencing' => true]), unique(), 1));
    grow('the factory', tokens(StoreFactory::createStore("$uri&fencing=1"), unique(), 2));
    $document = str_replace('mongodb:', 'mongodb+document:', $uri).'&fencing=1';
    raises('documents', InvalidArgumentException::class, '"fencing"', fn () => StoreFactory::createStore($document));
});
?>
--EXPECT--
ok: commands
ok: URI
ok: URI, by an option
ok: Manager
ok: Collection
ok: an owner whose time is over before it is counted
ok: processes
ok: the index
ok: bad options
