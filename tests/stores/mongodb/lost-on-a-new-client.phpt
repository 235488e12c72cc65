--TEST--
MongoDbStore by URI: a command whose connection was lost is sent once more, also when it was the first one of its client
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-primary.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

$primary = new MongodbPrimary();
// Each with a client of its own.
$new = fn ($name) => new Lock(
    new Key(unique()),
    new MongoDbStore("mongodb://$primary->host/a?collection=b&replicaSet=rs&appname=$name", ['gcProbability' => 0.0]),
    30.0,
    false,
);
group('once', function () use ($primary, $new) {
    $primary->answers(['cut' => true]);
    same('acquired', true, $new('once')->acquire());
    same('what has arrived', 'update update', $primary->heard());
});
group('twice', function () use ($primary, $new) {
    $primary->answers(['cut' => true], ['cut' => true]);
    raises('refused', LockAcquiringException::class, null, fn () => $new('twice')->acquire());
    same('what has arrived', 'update update', $primary->heard());
});
$primary->end();
?>
--EXPECT--
ok: once
ok: twice
