--TEST--
MongoDbStore by URI: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/mongodb.inc';

count_together(
    sprintf(
        'new Symfony\Component\Lock\Store\MongoDbStore(%s, ["gcProbability" => 0])',
        var_export(mongodb_uri(), true),
    ),
    ['slock' => 8],
    500,
);
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
