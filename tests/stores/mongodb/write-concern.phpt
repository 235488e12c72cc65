--TEST--
MongoDbStore by URI: writes are confirmed by a majority, whatever the URI says
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MongoDbStore;

$primary = new MongodbPrimary();
foreach (['', '&w=1', '&w=majority'] as $concern) {
    group("with \"$concern\"", function () use ($primary, $concern) {
        $uri = "mongodb://$primary->host/a?collection=b&replicaSet=rs$concern";
        $store = new MongoDbStore($uri, ['gcProbability' => 0.0]);
        $store->save($key = new Key(unique()));
        $store->putOffExpiration($key, 60.0);
        $store->delete($key);
        same('what has arrived', 'update:majority update:majority delete:majority', $primary->concerns());
    });
}
$primary->end();
?>
--EXPECT--
ok: with ""
ok: with "&w=1"
ok: with "&w=majority"
