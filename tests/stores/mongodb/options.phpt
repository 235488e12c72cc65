--TEST--
MongoDbStore: options, URIs, the document, the TTL index
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';
require __DIR__.'/../../inc/mongodb-library.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

$names = ['database' => mongodb_database(), 'collection' => 'lock', 'gcProbability' => 0];
/** Where the store writes: "collection of database" of those that were tried. */
function written(MongoDbStore $store, string $collection = 'lock', ?string $database = null): int
{
    $store->save($key = new Key($name = unique()));
    $found = count(mongodb_admin($database ?? mongodb_database(), [
        'find' => $collection,
        'filter' => ['_id' => $name],
    ]));
    $store->delete($key);

    return $found;
}

group('database and collection', function () use ($names) {
    $server = mongodb_server();
    $db = mongodb_database();
    $off = ['gcProbability' => 0];
    same('in the URI', 1, written(new MongoDbStore("$server/$db?collection=lock", $off)));
    same('as options', 1, written(new MongoDbStore($server, $names)));
    same(
        'the URI wins',
        1,
        written(new MongoDbStore("$server/$db?collection=lock", ['database' => 'no', 'collection' => 'no'] + $off)),
    );
    same('beside parameters', 1, written(new MongoDbStore("$server/$db?w=1&collection=lock&appname=x", $off)));
    same('before parameters', 1, written(new MongoDbStore("$server/$db?collection=lock&appname=x", $off)));
    same('behind parameters', 1, written(new MongoDbStore("$server/$db?appname=x&collection=lock", $off)));
    same(
        'the path is decoded',
        1,
        written(new MongoDbStore("$server/{$db}%2Dx?collection=lock", $off), 'lock', "$db-x"),
    );
    same('the collection is not', 1, written(new MongoDbStore("$server/$db?collection=a%2Dx", $off), 'a%2Dx'));
    same(
        'the option wins over the object',
        1,
        written(new MongoDbStore(new MongoDB\Collection(new Manager($server), 'no', 'no'), $names)),
    );
    same(
        'uriOptions',
        1,
        written(new MongoDbStore(
            $server,
            [
                'uriOptions' => ['appname' => 'a b', 'connectTimeoutMS' => 1000, 'retryWrites' => false],
                'driverOptions' => ['disableClientPersistence' => true],
            ] + $names,
        )),
    );
    // Both are heard: what the server is told by the one, and what the driver takes from the other.
    $more = $off + ['uriOptions' => ['retryWrites' => false]];
    $store = new MongoDbStore("$server/$db?collection=lock&appname=$db", $more);
    same('uriOptions beside parameters', 'update', mongodb_commands(fn () => $store->save(new Key(unique())), $db));
    mongodb_admin("$db-x", ['dropDatabase' => 1]);
});

group('the document', function () use ($names) {
    foreach ([
        new MongoDbStore(mongodb_uri(), ['gcProbability' => 0]),
        new MongoDbStore(new Manager(mongodb_server()), $names),
    ] as $store) {
        $store->save($key = new Key($name = unique("\u{e9}")));
        [$document] = mongodb_documents(['_id' => $name]);
        same('fields', ['_id', 'token', 'expires_at'], array_keys($document));
        check('token', 32 === strlen(base64_decode($document['token'], true)));
        $left = (int) (string) $document['expires_at'] / 1000 - microtime(true);
        between('the initial TTL, seconds', 299, 300.1, $left);
        $store->putOffExpiration($key, 0.25);
        between(
            'milliseconds',
            0,
            0.26,
            (int) (string) mongodb_documents(['_id' => $name])[0]['expires_at'] / 1000 - microtime(true),
        );
        $store->delete($key);
        same('gone', [], mongodb_documents(['_id' => $name]));
        $store->save($key = new Key($name = "\xff".unique()));
        same('no UTF-8', 1, count(mongodb_documents(['_id' => new MongoDB\BSON\Binary($name, 0)])));
        $store->delete($key);
    }
    $store = new MongoDbStore(mongodb_uri(), ['gcProbability' => 0], 7.5);
    $store->save($key = new Key($name = unique()));
    between('initialTtl, seconds', 7, 7.5, $key->getRemainingLifetime());
    $store->delete($key);
});

group('the TTL index', function () use ($names) {
    $indexes = function (string $collection) {
        $all = mongodb_admin(mongodb_database(), ['listIndexes' => $collection]);

        return array_values(array_map(
            fn ($i) => [$i['key'], $i['expireAfterSeconds']],
            array_filter($all, fn ($i) => 'expires_at_1' === $i['name']),
        ));
    };
    foreach (['a' => mongodb_server(), 'b' => new Manager(mongodb_server())] as $collection => $mongo) {
        $store = new MongoDbStore($mongo, ['collection' => $collection] + $names + []);
        $store->createTtlIndex();
        same('by hand', [[['expires_at' => 1], 0]], $indexes($collection));
        $store = new MongoDbStore($mongo, ['collection' => "$collection-2"] + $names);
        $store->createTtlIndex(60);
        same('later', [[['expires_at' => 1], 60]], $indexes("$collection-2"));
        foreach (['gcProbability', 'gcProbablity'] as $option) {
            $made = 0;
            $store = new MongoDbStore($mongo, [
                'collection' => "$collection-$option",
                'database' => mongodb_database(),
                $option => 1.0,
            ]);
            mongodb_admin(mongodb_database(), [
                'createIndexes' => "$collection-$option",
                'indexes' => [['key' => ['expires_at' => 1], 'name' => 'expires_at_1', 'expireAfterSeconds' => 0]],
            ]);
            same("$option 1.0", 'update createIndexes', mongodb_commands(fn () => $store->save(new Key(unique()))));
        }
    }
    $store = new MongoDbStore(mongodb_uri(), ['gcProbability' => 0.0]);
    same('never', trim(str_repeat('update ', 50)), mongodb_commands(function () use ($store) {
        for ($i = 0; $i < 50; ++$i) {
            $store->save(new Key(unique()));
        }
    }));
});
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: database and collection
ok: the document
ok: the TTL index
