--TEST--
MongoDbStore: URIs, a Manager and a Collection, and the PHP packages 6.4 and 7.4 increment a counter and lose nothing
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/mongodb.inc';

$class = 'new Symfony\Component\Lock\Store\MongoDbStore';
$options = var_export(['gcProbability' => 0, 'database' => mongodb_database(), 'collection' => 'lock'], true);
$uri = "$class(".var_export(mongodb_uri(), true).', ["gcProbability" => 0])';
$manager = "$class(new MongoDB\Driver\Manager(".var_export(mongodb_server(), true)."), $options)";
$library = sprintf(
    "(function () { require_once %s; return $class(new MongoDB\Collection(new MongoDB\Driver\Manager(%s), %s, "
        ."'lock'), ['gcProbability' => 0]); })()",
    var_export(dirname(__DIR__).'/inc/mongodb-library.inc', true),
    var_export(mongodb_server(), true),
    var_export(mongodb_database(), true),
);
count_together([
    'slock' => [$uri, $uri, $manager, $library],
    '6.4' => [$uri, $manager],
    '7.4' => [$manager, $library],
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 300, ['mongodb']);
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: process 0 of 8 finished
ok: process 1 of 8 finished
ok: process 2 of 8 finished
ok: process 3 of 8 finished
ok: process 4 of 8 finished
ok: process 5 of 8 finished
ok: process 6 of 8 finished
ok: process 7 of 8 finished
ok: nothing was lost
