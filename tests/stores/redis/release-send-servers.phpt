--TEST--
RedisStore, release=send: with a cluster, a sentinel and several hosts
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/sentinel.inc';

use Symfony\Component\Lock\Store\RedisStore;

$seen = fn (Node $node, callable $f) => commands($node, function () use ($f) {
    $f();
    usleep(20000); // until what was sent has arrived
});

group('a cluster', function () use ($seen) {
    $cluster = new OwnCluster();
    [$from, $to] = $cluster->nodes;
    $store = new RedisStore($cluster->dsn('&release=send'));
    $lock = lock($store, $name = $cluster->name(0), 30, false);
    $lock->acquire();
    same('a release', 'eval', $seen($from, fn () => $lock->release()));
    same('it is free', true, lock(new RedisStore($cluster->dsn()), $name)->acquire());

    // The lock moves to another server while it is held.
    $lock = lock($store, $name = $cluster->name(0), 30, false);
    $lock->acquire();
    $slot = $cluster->slot($name);
    $to->admin->call('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $from->id);
    $from->admin->call('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $to->id);
    same('it moves', 'OK', $from->admin->call('MIGRATE', '127.0.0.1', $to->port, $name, 0, 5000));
    foreach ([$to, $from] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $to->id);
    }
    $lock->release(); // where it was
    $next = lock($store, $cluster->name(0), 30, false);
    $next->setLogger($logger = new ArrayLogger());
    $next->acquire();
    $notices = array_values(array_filter($logger->records, fn ($record) => 'notice' === $record[0]));
    same('the next one tells', [$name], array_map(fn ($notice) => $notice[2]['resource'], $notices));
    check('why', str_contains($notices[0][2]['reason'] ?? '', ": MOVED $slot 127.0.0.1:$to->port"), show($notices));
    same('it is not sent again: others wait', false, lock($store, $name)->acquire());
});

group('a sentinel', function () use ($seen) {
    $master = new Node(low_port());
    $sentinel = new Sentinel($master->port);
    $lock = lock(new RedisStore($sentinel->dsn('&release=send')));
    $lock->acquire();
    same('a release', 'eval', $seen($master, fn () => $lock->release()));
    same('and another owner', true, $lock->acquire());
});

group('several hosts', function () use ($seen) {
    $nodes = [new Node(low_port()), new Node(low_port())];
    $store = new RedisStore("redis:?host[127.0.0.1:{$nodes[0]->port}]&host[127.0.0.1:{$nodes[1]->port}]&release=send");
    foreach (['one', 'two', 'three', 'four'] as $name) {
        $lock = lock($store, $name);
        $lock->acquire();
        $lock->release();
        same($name, true, lock($store, $name)->acquire());
    }
});
?>
--EXPECT--
ok: a cluster
ok: a sentinel
ok: several hosts
