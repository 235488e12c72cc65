--TEST--
MongoDbDocumentStore: a lock that a majority has not confirmed is an error, and is taken back
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\LockStorageException;

document_insert(['_id' => 1]);
foreach ([
    'URI' => new MongoDbDocumentStore(mongodb_uri('&appname=unconfirmed')),
    'Manager' => new MongoDbDocumentStore(
        new Manager(mongodb_server().'/?appname=unconfirmed'),
        ['database' => mongodb_database(), 'collection' => 'lock'],
    ),
] as $way => $store) {
    group($way, function () use ($store) {
        $fail = fn () => mongodb_admin('admin', [
            'configureFailPoint' => 'failCommand',
            'mode' => ['times' => 1],
            'data' => [
                'failCommands' => ['findAndModify'],
                'appName' => 'unconfirmed',
                'writeConcernError' => ['code' => 64, 'errmsg' => 'waiting for replication timed out'],
            ],
        ]);
        $key = MongoDbDocumentStore::key(1);
        $fail();
        same('two commands', 'findAndModify findAndModify', mongodb_commands(function () use ($store, $key) {
            raises('a new lock', LockStorageException::class, 'waiting', fn () => $store->save($key));
        }));
        same('is taken back', ['_id' => 1], document_find(1));
        $store->save($key);
        $fail();
        raises('a renewal', LockStorageException::class, 'waiting', fn () => $store->save($key));
        same('leaves the lock', true, $store->exists($key));
        $store->delete($key);
    });
}
?>
--EXPECT--
ok: URI
ok: Manager
