--TEST--
RedisStore over Redis Cluster by DSN: one command for each operation; slots that move, and one that is on its way
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster();
[$a, $b, $c] = $cluster->nodes;

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

group('MOVED', function () use ($cluster, $a, $b, $c) {
    $store = new RedisStore($cluster->dsn());
    lock($store, $cluster->name(0))->acquire(); // learns the map
    $warm = lock($store, $cluster->name(1)); // brings the scripts
    foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
        $warm->$method();
    }
    $lock = lock($store, $name = $cluster->name(0), 30, false);
    $slot = $cluster->slot($name);
    foreach ([$b, $a, $c] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $b->id);
    }
    $moved = $a->errors('MOVED');
    same(
        'asked again where it is now',
        ' | evalsha | ',
        $cluster->commands(fn () => same('acquired', true, $lock->acquire())),
    );
    same('one redirection', $moved + 1, $a->errors('MOVED'));
    same('known from then on', ' | evalsha | ', $cluster->commands(fn () => $lock->refresh()));
    same('without another one', $moved + 1, $a->errors('MOVED'));
    $lock->release();
    foreach ([$a, $b, $c] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $a->id);
    }
});

group('ASK', function () use ($cluster, $a, $b) {
    $store = new RedisStore($cluster->dsn());
    lock($store, $cluster->name(0))->acquire(); // learns the map
    $warm = lock($store, $cluster->name(1)); // brings the scripts
    foreach (['acquire', 'refresh', 'isAcquired', 'release'] as $method) {
        $warm->$method();
    }
    $lock = lock($store, $name = $cluster->name(0), 30, false);
    $slot = $cluster->slot($name);
    // Redirections are not among the commands: the server has not run them.
    $b->admin->call('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $a->id);
    $a->admin->call('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $b->id);
    same(
        'a new key goes to the new server',
        ' | asking evalsha | ',
        $cluster->commands(fn () => same('acquired', true, $lock->acquire())),
    );
    same('and nothing is remembered', ' | asking evalsha | ', $cluster->commands(fn () => $lock->refresh()));
    $b->admin->call('SCRIPT', 'FLUSH');
    same('with an unknown script', ' | asking evalsha asking eval | ', $cluster->commands(fn () => $lock->refresh()));
    foreach ([$b, $a, $cluster->nodes[2]] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $b->id);
    }
    same('one redirection each', 3, $a->errors('ASK'));
    $warm->acquire();
    $warm->isAcquired();
    $warm->release();
    same('it arrived', ' | evalsha | ', $cluster->commands(fn () => same('held', true, $lock->isAcquired())));
    same('not for others', false, lock($store, $name)->acquire());
    $lock->release();
});

group('a slot that nobody has', function () use ($cluster, $a) {
    $store = new RedisStore($cluster->dsn('&read_timeout=0.5'));
    lock($store, $name = $cluster->name(0))->acquire();
    $a->admin->call('CLUSTER', 'DELSLOTS', $slot = $cluster->slot($name));
    eventually(fn () => str_contains($a->admin->call('CLUSTER', 'INFO'), 'cluster_state:fail'));
    $time = seconds(
        fn () => raises(
            'an error of the cluster',
            LockStorageException::class,
            "no server has the hash slot $slot",
            fn () => lock($store, $name)->isAcquired(),
        ),
    );
    between('after the command timeout', 0.4, 1.5, $time);
    $a->admin->call('CLUSTER', 'ADDSLOTS', $slot);
    same('goes on', true, lock($store, $name, 30, false)->acquire());
});

group('no cluster at all', function () use ($cluster) {
    $server = new OwnRedis();
    raises(
        'says so',
        LockStorageException::class,
        "Redis at 127.0.0.1:$server->port: ERR This instance has cluster support disabled",
        fn () => (new RedisStore("{$server->dsn()}?redis_cluster=1"))->exists(new Key('x')),
    );
    raises(
        'nobody there',
        LockStorageException::class,
        'Connection refused',
        fn () => (new RedisStore('redis://127.0.0.1:1?redis_cluster=1'))->exists(new Key('x')),
    );
    same(
        'another seed',
        false,
        (new RedisStore(
            "redis:?host[127.0.0.1:1]&host[127.0.0.1:$server->port]&host[127.0.0.1:{$cluster->nodes[2]->port}]&redis_cluster=1",
        ))->exists(new Key('x')),
    );
});
?>
--EXPECT--
ok: the first operation learns the map from one server
ok: the budget
ok: hash tags
ok: MOVED
ok: ASK
ok: a slot that nobody has
ok: no cluster at all
