--TEST--
The contract of a store: MongoDbStore by URI
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/contract.inc';
require __DIR__.'/../inc/mongodb.inc';

use Symfony\Component\Lock\Store\MongoDbStore;

slock_contract(
    fn () => new MongoDbStore(mongodb_uri(), ["gcProbability" => 0]),
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
