--TEST--
MongoDbStore and the PHP packages 6.4 and 7.4 exclude each other, and a key passes a lock between them
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/exclusion.inc';
require __DIR__.'/../inc/mongodb.inc';

use Symfony\Component\Lock\Store\MongoDbStore;

$theirs = sprintf(
    'new Symfony\Component\Lock\Store\MongoDbStore(%s, ["gcProbability" => 0])',
    var_export(mongodb_uri(), true),
);
foreach (['6.4', '7.4'] as $line) {
    exclude_each_other(
        $line,
        new MongoDbStore(mongodb_uri(), ['gcProbability' => 0]),
        $theirs,
        ['serializable'],
        ['mongodb'],
    );
}
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: 6.4, plain name
ok: 6.4, bytes name
ok: 6.4, long name
ok: 7.4, plain name
ok: 7.4, bytes name
ok: 7.4, long name
