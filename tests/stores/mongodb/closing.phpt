--TEST--
MongoDbStore: the end of a client is told to its server, and is not waited for when the server says nothing
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

$primary = new MongodbPrimary();
$store_with_a_client = function () use ($primary) {
    $store = new MongoDbStore(
        "mongodb://$primary->host/a?collection=b&replicaSet=rs",
        ['gcProbability' => 0.0, 'driverOptions' => ['disableClientPersistence' => true]],
    );
    same('acquired', true, (new Lock(new Key(unique()), $store, 30.0, false))->acquire());

    return $store;
};

group('it answers', function () use ($primary, $store_with_a_client) {
    $store = $store_with_a_client();
    unset($store);
    same('what it heard', 'update endSessions', $primary->heard());
});

group('it says nothing', function () use ($primary, $store_with_a_client) {
    $store = $store_with_a_client();
    $primary->silence();
    // Of the 5 that a command has.
    between('seconds', 0, 2.5, seconds(function () use (&$store) { $store = null; }));
    same('what it heard', 'update endSessions', $primary->heard());
});
$primary->end();
?>
--EXPECT--
ok: it answers
ok: it says nothing
