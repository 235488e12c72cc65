--TEST--
The contract of a store: MongoDbDocumentStore through a MongoDB\Collection
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/mongodb-documents.inc';
require __DIR__.'/../inc/mongodb-library.inc';

use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;

slock_contract(
    fn () => new MongoDbDocumentStore(
        new MongoDB\Collection(new Manager(mongodb_server()), mongodb_database(), 'lock'),
    ),
    ['shared', 'expiring', 'serializable', 'separate'],
    fn (string $name) => document_insert(['_id' => document_id($name)]),
);
?>
--EXPECT--
ok: interfaces
ok: save, exists, delete
ok: a second owner is refused
ok: what is not owned is left alone
ok: names
ok: time to live
ok: impossible times to live
ok: readers and writers
ok: serialization
ok: forged state
ok: locks on top
