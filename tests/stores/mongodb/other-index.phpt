--TEST--
MongoDbStore: where the TTL index was made with other seconds, an acquisition that creates it by chance leaves it alone
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';

use MongoDB\Driver\Exception\CommandException;
use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

/** The seconds of the TTL index on expires_at. */
function seconds_of(string $collection): ?int
{
    foreach (mongodb_admin(mongodb_database(), ['listIndexes' => $collection]) as $index) {
        if (['expires_at' => 1] === $index['key']) {
            return $index['expireAfterSeconds'];
        }
    }

    return null;
}

foreach (['URI', 'Manager'] as $way) {
    group($way, function () use ($way) {
        $make = fn (string $collection) => new MongoDbStore(
            'URI' === $way ? mongodb_server() : new Manager(mongodb_server()),
            [
                'database' => mongodb_database(),
                'collection' => $collection,
                'gcProbability' => 1.0,
                'fencing' => true,
            ],
        );
        $store = $make($way);
        $store->createTtlIndex(60);
        $lock = new Lock(new Key(unique()), $store, 300.0);
        same('acquired', true, $lock->acquire());
        same('renewed', true, $lock->acquire());
        same('of locks', 60, seconds_of($way));
        same('of fencing tokens', 60, seconds_of("{$way}_fence"));
        $class = 'URI' === $way ? LockStorageException::class : CommandException::class;
        raises('another one that was asked for', $class, 'different options', fn () => $store->createTtlIndex());

        mongodb_admin(mongodb_database(), [
            'createIndexes' => "$way-2",
            'indexes' => [['key' => ['expires_at' => 1], 'name' => 'mine', 'expireAfterSeconds' => 0]],
        ]);
        same('another name', true, (new Lock(new Key(unique()), $make("$way-2"), 300.0))->acquire());
        same('of fencing tokens, beside it', 0, seconds_of("$way-2_fence"));
    });
}
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: URI
ok: Manager
