--TEST--
MongoDbDocumentStore: what ODM's persister sends about documents that slock holds, and slock about those that ODM holds
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use MongoDB\BSON\MaxKey;
use MongoDB\BSON\MinKey;
use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Lock;

/** @return array{Lock, Lock, OdmPersister, int} two locks of a new document, and ODM */
function one(MongoDbDocumentStore $store): array
{
    static $id = 0;
    document_insert(['_id' => ++$id, 'n' => 0]);

    return [
        new Lock(MongoDbDocumentStore::key($id), $store, 30),
        new Lock(MongoDbDocumentStore::key($id), $store, 30),
        new OdmPersister($id),
        $id,
    ];
}

function refused(string $what, callable $f): void
{
    raises($what, OdmLocked::class, null, $f);
}

function rows(MongoDbDocumentStore $store): void
{
    [$lock, $other, $odm, $id] = one($store);
    same('held for writing', true, $lock->acquire());
    same('its mode', 4, document_find($id)['lock']);
    refused('ODM loads', fn () => $odm->load());
    refused('ODM writes', fn () => $odm->write(['n' => 1]));
    refused('ODM deletes', fn () => $odm->delete());
    same('untouched', 0, document_find($id)['n']);
    $lock->release();
    same('free again', ['_id' => $id, 'n' => 0], $odm->load());
    $odm->write(['n' => 1]);
    same('written', ['_id' => $id, 'n' => 1], document_find($id));

    [$lock, $other, $odm, $id] = one($store);
    same('held for reading', true, $lock->acquireRead());
    same('its mode', 2, document_find($id)['lock']);
    same('ODM loads', 0, $odm->load()['n']);
    refused('ODM writes', fn () => $odm->write(['n' => 1]));
    refused('ODM deletes', fn () => $odm->delete());
    $odm->lock(4);
    same('ODM has locked over readers: they hold it no more', false, $lock->isAcquired());
    same('and nobody takes it', [false, false], [$other->acquire(), $other->acquireRead()]);
    $lock->release();
    same('a release leaves it', 4, document_find($id)['lock']);
    $odm->unlock();
    same('until ODM unlocks', true, $other->acquire());
    $other->release();
    $odm->delete();
    same('deleted', null, document_find($id));
    raises('and a lock of none', LockAcquiringException::class, null, fn () => $lock->acquire());

    foreach ([4, 2] as $mode) {
        [$lock, $other, $odm, $id] = one($store);
        $odm->lock($mode);
        same("ODM's lock $mode, for writing", false, $lock->acquire());
        same("ODM's lock $mode, for reading", false, $lock->acquireRead());
        same("ODM's lock $mode is as it was", ['_id' => $id, 'n' => 0, 'lock' => $mode], document_find($id));
        $odm->write(['n' => 1]);
        same("ODM's flush ends it", true, $lock->acquire());
    }

    // ODM's flush of an object that it believes to have locked itself unsets our field.
    [$lock, $other, $odm, $id] = one($store);
    same('held', true, $lock->acquire());
    $odm->locked = true;
    $odm->write(['n' => 1]);
    same('counts as released', false, $lock->isAcquired());
    check('a stale owner', isset(document_find($id)['_slock']));
    $odm->lock(2);
    same("beside ODM's next lock", [false, false], [$lock->isAcquired(), $other->acquire()]);
    $odm->unlock();
    same('beside no lock is free', true, $other->acquireRead());
    same('for one owner', 1, count(document_find($id)['_slock']['owners']));
    $other->release();
    same('nothing is left', ['_id' => $id, 'n' => 1], document_find($id));
    same('held', true, $lock->acquire());
    $odm->unlock();
    $lock->release();
    same('a release after it takes the owner away', ['_id' => $id, 'n' => 1], document_find($id));
}

function odd(MongoDbDocumentStore $store): void
{
    foreach ([
        'no mode' => ['lock' => 4, '_slock' => ['owners' => []]],
        'a text' => ['lock' => 4, '_slock' => 'text'],
        'owners that are none' => ['lock' => 1, '_slock' => ['mode' => 4, 'owners' => 'none']],
        'a text for a mode' => ['lock' => '4', '_slock' => ['mode' => 4, 'owners' => [1, null]]],
        'a text for both modes' => ['lock' => 'a', '_slock' => ['mode' => 'a', 'owners' => [['token' => 'x']]]],
        'an array for both modes' => ['lock' => [4], '_slock' => [['mode' => 4, 'owners' => [['token' => 'x']]]]],
        'arrays of nothing' => ['lock' => [], '_slock' => []],
        'another mode' => ['lock' => 9, '_slock' => ['mode' => 9, 'owners' => [['token' => 'x']]]],
        'no owners' => ['lock' => 4, '_slock' => ['mode' => 4]],
        'an empty list of owners' => ['lock' => 4, '_slock' => ['mode' => 4, 'owners' => []]],
        'a number for an end' => ['lock' => 4, '_slock' => ['mode' => 4, 'owners' => [['token' => 'x', 'until' => 5]]]],
        'the least of all values' => ['lock' => new MinKey()],
        'the greatest of all values' => ['lock' => new MaxKey()],
        'no end' => ['lock' => 4, '_slock' => ['mode' => 4, 'owners' => [['token' => 'x']]]],
    ] as $what => $fields) {
        document_insert(['_id' => $what] + $fields);
        $lock = new Lock(MongoDbDocumentStore::key($what), $store, 30);
        same($what, [false, false, false], [$lock->acquire(), $lock->acquireRead(), $lock->isAcquired()]);
        same("$what: as it was", json_encode(['_id' => $what] + $fields), json_encode(document_find($what)));
        mongodb_admin(mongodb_database(), [
            'delete' => 'lock',
            'deletes' => [['q' => ['_id' => $what], 'limit' => 1]],
        ]);
    }
    document_insert(['_id' => 'null', 'lock' => null]);
    $lock = new Lock(MongoDbDocumentStore::key('null'), $store, 30);
    same('null is no lock', true, $lock->acquire());
    $lock->release();
    mongodb_admin(mongodb_database(), ['delete' => 'lock', 'deletes' => [['q' => ['_id' => 'null'], 'limit' => 1]]]);
}

function expired(MongoDbDocumentStore $store): void
{
    [$lock, $other, , $id] = one($store);
    $dead = new Lock(MongoDbDocumentStore::key($id), $store, 0.3, false);
    $dead->acquire();
    same('not before its time', false, $other->acquire());
    same('a dead holder is free at its TTL', true, eventually(fn () => $other->acquire(), 8));
    same('and holds nothing', false, $dead->isAcquired());
    $other->release();
}

foreach ([
    'URI' => new MongoDbDocumentStore(mongodb_uri()),
    'Manager' => new MongoDbDocumentStore(
        new Manager(mongodb_server()),
        ['database' => mongodb_database(), 'collection' => 'lock'],
    ),
] as $way => $store) {
    group("$way: every row", fn () => rows($store));
    group("$way: odd fields", fn () => odd($store));
    group("$way: expiry", fn () => expired($store));
}
?>
--EXPECT--
ok: URI: every row
ok: URI: odd fields
ok: URI: expiry
ok: Manager: every row
ok: Manager: odd fields
ok: Manager: expiry
