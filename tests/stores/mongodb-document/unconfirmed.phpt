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
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Lock;

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

        $lock = new Lock(MongoDbDocumentStore::key(1), $store, 300.0, false);
        $lock->acquire();
        $lock->release();
        $fail();
        raises('a Lock that was released', LockAcquiringException::class, null, fn () => $lock->acquire());
        same('is taken back, too', ['_id' => 1], document_find(1));
        $lock->acquire();
        $fail();
        raises('a Lock that holds it', LockAcquiringException::class, null, fn () => $lock->acquire());
        same('holds it', true, $lock->isAcquired());
        $lock->release();
    });
}
?>
--EXPECT--
ok: URI
ok: Manager
