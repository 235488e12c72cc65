--TEST--
MongoDbStore: a server is told for how long at most a majority is awaited, so that it says when nobody confirms before its answer is given up
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

ini_set('slock.command_timeout', '4');
$primary = new MongodbPrimary();
$uri = fn ($parameters) => "mongodb://$primary->host/a?collection=b&replicaSet=rs$parameters";
foreach ([
    '' => 3500,
    '&wtimeoutMS=700' => 700,
    '&socketTimeoutMS=2000' => 1750,
    '&socketTimeoutMS=2000&wtimeoutMS=1900' => 1750,
] as $parameters => $limit) {
    group("by URI with \"$parameters\"", function () use ($primary, $uri, $parameters, $limit) {
        $store = new MongoDbStore($uri($parameters), ['gcProbability' => 0.0]);
        $store->save($key = new Key(unique()));
        $store->putOffExpiration($key, 60.0);
        $store->delete($key);
        same('what has arrived', "$limit $limit $limit", $primary->limits());
    });
}
foreach (['' => 4000, '&w=majority&wtimeoutMS=700' => 700] as $parameters => $limit) {
    group("Manager with \"$parameters\"", function () use ($primary, $uri, $parameters, $limit) {
        $store = new MongoDbStore(
            new Manager($uri($parameters)),
            ['database' => 'a', 'collection' => 'b', 'gcProbability' => 0.0],
        );
        // What it finds when it reads again, in a process that has forked, is no matter.
        outcome(fn () => $store->save(new Key(unique())));
        same('what has arrived first', (string) $limit, explode(' ', (string) $primary->limits())[0]);
    });
}
group('a bounded wait', function () use ($primary, $uri) {
    $store = new MongoDbStore($uri(''), ['gcProbability' => 0.0]);
    check('acquired', (new Lock(new Key(unique()), $store, 30.0))->acquire(true, 2.0));
    $limit = explode(' ', (string) $primary->limits())[0];
    check('less than the time for it', $limit > 0 && $limit <= 1750, $limit);
});
$primary->end();
?>
--EXPECT--
ok: by URI with ""
ok: by URI with "&wtimeoutMS=700"
ok: by URI with "&socketTimeoutMS=2000"
ok: by URI with "&socketTimeoutMS=2000&wtimeoutMS=1900"
ok: Manager with ""
ok: Manager with "&w=majority&wtimeoutMS=700"
ok: a bounded wait
