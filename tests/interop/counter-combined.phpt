--TEST--
CombinedStore of Redis, Memcached and MongoDB: DSNs and client objects, and the PHP packages 6.4 and 7.4, increment a counter and lose nothing
--EXTENSIONS--
igbinary
msgpack
redis
memcached
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis', 'memcached', 'mongodb', 'package 6.4', 'package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';
require __DIR__.'/../inc/ways-code.inc';
require __DIR__.'/../inc/mongodb.inc';

$uri = 'new Symfony\Component\Lock\Store\MongoDbStore('.var_export(mongodb_uri(), true).', ["gcProbability" => 0])';
$combined = fn (string ...$stores) => 'new Symfony\Component\Lock\Store\CombinedStore(['.implode(', ', $stores)
    .'], new Symfony\Component\Lock\Strategy\ConsensusStrategy())';
$theirs = $combined(redis_ways()['Redis'], memcached_ways()['text'], $uri);
count_together([
    'slock' => is_native()
        ? [$combined(redis_dsn_ways()['one'], memcached_dsn_ways()['text'], $uri), $theirs]
        : $theirs,
    '6.4' => $theirs,
    '7.4' => $theirs,
], ['slock' => 4, '6.4' => 2, '7.4' => 2], 60, ['redis', 'msgpack', 'memcached', 'mongodb']);
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
