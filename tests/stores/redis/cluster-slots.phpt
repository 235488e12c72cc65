--TEST--
RedisStore over Redis Cluster by DSN: slots that have moved, that are on their way, and that nobody has
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Store\RedisStore;

$cluster = new OwnCluster();
[$a, $b, $c] = $cluster->nodes;

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

group('ASK', function () use ($cluster, $a, $b, $c) {
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
    foreach ([$b, $a, $c] as $node) {
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
    check('it knows of it', eventually(
        fn () => str_contains($a->admin->call('CLUSTER', 'INFO'), 'cluster_state:fail'),
    ));
    $error = null;
    $time = seconds(function () use ($store, $name, &$error) {
        $error = raises('an error', LockStorageException::class, null, fn () => lock($store, $name)->isAcquired());
    });
    // The other servers hear of it later, and until then send us to the one that had it.
    check('of the cluster', (bool) preg_match(
        "/no server has the hash slot $slot|CLUSTERDOWN Hash slot not served/",
        (string) $error?->getMessage(),
    ), (string) $error?->getMessage());
    between('after the command timeout', 0.4, 1.5, $time);
    $a->admin->call('CLUSTER', 'ADDSLOTS', $slot);
    same('goes on', true, lock($store, $name, 30, false)->acquire());
});

group('a server that is in no cluster', function () use ($cluster, $a) {
    $alone = new Node(low_port(), '--cluster-enabled', 'yes');
    $dsn = fn (Node ...$nodes) => 'redis:?'.implode(
        '&',
        array_map(fn ($node) => "host[127.0.0.1:$node->port]", $nodes),
    ).'&redis_cluster=1';
    same('the next one is asked', true, lock(new RedisStore($dsn($alone, $a)), $cluster->name(0))->acquire());
    raises(
        'and when there is none',
        LockStorageException::class,
        'knows of no hash slots',
        fn () => lock(new RedisStore($dsn($alone)), $cluster->name(0))->isAcquired(),
    );
});
?>
--EXPECT--
ok: MOVED
ok: ASK
ok: a slot that nobody has
ok: a server that is in no cluster
