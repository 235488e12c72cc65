--TEST--
MongoDbDocumentStore: every operation is one command at the server, by every way
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\StoreFactory;

$names = ['database' => mongodb_database(), 'collection' => 'lock'];
document_insert(['_id' => 1]);
$ways = [
    'URI' => fn () => new MongoDbDocumentStore(mongodb_uri()),
    'URI of StoreFactory' => fn () => StoreFactory::createStore(
        preg_replace('~^mongodb~', 'mongodb+document', mongodb_uri()),
    ),
    'Manager' => fn () => new MongoDbDocumentStore(new Manager(mongodb_server()), $names),
];
foreach ($ways as $way => $make) {
    group($way, function () use ($make) {
        $store = $make();
        same('the class', MongoDbDocumentStore::class, $store::class);
        $lock = new Lock(MongoDbDocumentStore::key(1), $store, 30);
        $other = new Lock(MongoDbDocumentStore::key(1), $store, 30);
        $store->exists(MongoDbDocumentStore::key(1)); // the connection
        $costs = fn (string $what, string $commands, callable $f) => same($what, $commands, mongodb_commands($f));
        $costs('acquire', 'findAndModify', fn () => same('acquired', true, $lock->acquire()));
        $costs('refresh', 'findAndModify', fn () => $lock->refresh(600));
        $costs('isAcquired', 'find', fn () => same('held', true, $lock->isAcquired()));
        $costs('a conflict', 'findAndModify', fn () => same('refused', false, $other->acquire()));
        $costs('demotion', 'findAndModify', fn () => same('demoted', true, $lock->acquireRead()));
        $costs('a second reader', 'findAndModify', fn () => same('shared', true, $other->acquireRead()));
        $costs('release', 'findAndModify', fn () => $other->release());
        $costs('promotion', 'findAndModify', fn () => same('promoted', true, $lock->acquire()));
        $costs('the destructor', 'findAndModify', function () use (&$lock) { $lock = null; });
        same('nothing is left', ['_id' => 1], document_find(1));
    });
}
?>
--EXPECT--
ok: URI
ok: URI of StoreFactory
ok: Manager
