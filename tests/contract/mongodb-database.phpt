--TEST--
The contract of a store: MongoDbStore through a MongoDB\Database
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/../inc/mongodb-library.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Store\MongoDbStore;

slock_contract(
    fn () => new MongoDbStore(
        new MongoDB\Database(new Manager(mongodb_server()), mongodb_database()),
        ["collection" => "lock", "gcProbability" => 0],
    ),
    ['expiring', 'serializable', 'separate'],
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
