--TEST--
MongoDbStore: every operation is one command at the server, by every way
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
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

$options = ['database' => mongodb_database(), 'collection' => 'lock', 'gcProbability' => 0];
foreach ([
    'URI' => fn () => new MongoDbStore(mongodb_uri(), ['gcProbability' => 0]),
    'Manager' => fn () => new MongoDbStore(new Manager(mongodb_server()), $options),
    'Collection' => fn () => new MongoDbStore(
        new MongoDB\Collection(new Manager(mongodb_server()), mongodb_database(), 'lock'),
        ['gcProbability' => 0],
    ),
] as $way => $make) {
    group($way, function () use ($make) {
        $store = $make();
        $lock = new Lock(new Key($name = unique()), $store, 30);
        $lock->acquire();
        $lock->release();
        same('acquire', 'update', mongodb_commands(fn () => $lock->acquire()));
        same('acquire again', 'update', mongodb_commands(fn () => $lock->acquire()));
        same('refresh', 'update', mongodb_commands(fn () => $lock->refresh()));
        same('refresh(600)', 'update', mongodb_commands(fn () => $lock->refresh(600)));
        same('isAcquired', 'find', mongodb_commands(fn () => $lock->isAcquired()));
        $other = new Lock(new Key($name), $store, 30);
        same('a conflict', 'update', mongodb_commands(fn () => same('acquire()', false, $other->acquire())));
        same('a conflict leaves no destructor', '', mongodb_commands(function () use (&$other) { $other = null; }));
        same('release', 'delete', mongodb_commands(fn () => $lock->release()));
        $lock->acquire();
        same('the destructor', 'delete', mongodb_commands(function () use (&$lock) { $lock = null; }));
        $key = new Key($name);
        same('without a TTL', 'update delete', mongodb_commands(function () use ($store, $key) {
            $lock = new Lock($key, $store, null);
            $lock->acquire(true);
            $lock->release();
        }));
        same('the methods of the store', 'update update find delete', mongodb_commands(function () use ($store, $key) {
            $store->save($key);
            $store->putOffExpiration($key, 10);
            $store->exists($key);
            $store->delete($key);
        }));
    });
}
?>
--EXPECT--
ok: URI
ok: Manager
ok: Collection
