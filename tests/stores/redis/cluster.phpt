--TEST--
RedisStore over Redis Cluster by DSN: one command for each operation, to the server that has the hash slot
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster();

group('the first operation learns the map from one server', function () use ($cluster) {
    $names = [$cluster->name(0), $cluster->name(1), $cluster->name(2)];
    $store = new RedisStore($cluster->dsn());
    same(
        'CLUSTER SLOTS, once',
        'cluster|slots evalsha eval |  | ',
        strtr(
            $cluster->commands(fn () => lock($store, $names[0], 30, false)->acquire()),
            ['cluster evalsha' => 'cluster|slots evalsha'],
        ),
    );
    same(
        'another server',
        ' | evalsha eval | ',
        $cluster->commands(fn () => lock($store, $names[1], 30, false)->acquire()),
    );
    same(
        'another store with the same DSN knows it',
        ' |  | evalsha eval',
        $cluster->commands(fn () => lock(new RedisStore($cluster->dsn()), $names[2], 30, false)->acquire()),
    );
});

group('the budget', function () use ($cluster) {
    $store = new RedisStore($cluster->dsn());
    foreach ([0, 1, 2] as $n) {
        $lock = lock($store, $cluster->name($n));
        foreach (['acquireRead', 'refresh', 'isAcquired', 'release', 'acquire', 'release'] as $method) {
            $lock->$method();
        }
    }
    $lock = lock($store, $name = $cluster->name(1));
    foreach (['acquire', 'refresh', 'isAcquired', 'release', 'acquireRead', 'acquire'] as $method) {
        same($method, ' | evalsha | ', $cluster->commands(fn () => $lock->$method()));
    }
    $other = lock($store, $name);
    same('a conflict', ' | evalsha | ', $cluster->commands(fn () => same('it is one', false, $other->acquire())));
    same('the destructor', ' | evalsha | ', $cluster->commands(function () use (&$lock) { $lock = null; }));
});

group('hash tags', function () use ($cluster) {
    $store = new RedisStore($cluster->dsn());
    foreach (['{x}y', 'a{x}', '{}x', '{x', 'x}', 'x}{y}', '{{x}}', 'a{x}{y}', "{\0}x", '', "\0{b}", 'é{ü}'] as $name) {
        $calls = array_map(fn ($node) => $node->calls('evalsha') + $node->calls('eval'), $cluster->nodes);
        lock($store, $name)->acquire();
        $slot = $cluster->slot($name);
        $owner = (int) ($slot / 16384 * 3);
        same(
            "no redirection of ".show($name),
            [$owner],
            array_keys(array_filter(
                $cluster->nodes,
                fn ($node, $i) => $node->calls('evalsha') + $node->calls('eval') > $calls[$i],
                ARRAY_FILTER_USE_BOTH,
            )),
        );
    }
});
?>
--EXPECT--
ok: the first operation learns the map from one server
ok: the budget
ok: hash tags
