--TEST--
RedisStore: while the slot of a lock is being moved to another server of the cluster, every operation does what it does otherwise
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/groups.inc';

use Symfony\Component\Lock\Store\RedisStore;

load_predis();

$cluster = new OwnCluster();
$nodes = array_map(fn ($node) => "127.0.0.1:$node->port", $cluster->nodes);

/** Runs $f while the slot of the name goes from the first server to the second one; keys stay where they are. */
$moving = function (string $name, callable $f) use ($cluster) {
    [$from, $to] = $cluster->nodes;
    $slot = $cluster->slot($name);
    same('IMPORTING', 'OK', $to->admin->call('CLUSTER', 'SETSLOT', $slot, 'IMPORTING', $from->id));
    same('MIGRATING', 'OK', $from->admin->call('CLUSTER', 'SETSLOT', $slot, 'MIGRATING', $to->id));
    $f($from->admin);
    foreach ([$from, $to] as $node) {
        $node->admin->call('CLUSTER', 'SETSLOT', $slot, 'STABLE');
    }
};

foreach ([
    'DSN' => fn () => new RedisStore($cluster->dsn()),
    'RedisCluster' => fn () => new RedisStore(new RedisCluster(null, $nodes, 5, 5)),
    'Predis' => fn () => new RedisStore(new Predis\Client(
        array_map(fn ($node) => "tcp://$node", $nodes),
        ['cluster' => 'redis'],
    )),
] as $way => $make) {
    group($way, function () use ($make, $moving, $cluster) {
        $store = $make();

        $lock = lock($store, $name = $cluster->name(0), 30, false);
        $lock->acquire();
        $moving($name, function ($from) use ($lock, $name, $store) {
            same('it is held', true, $lock->isAcquired());
            same('refresh', null, $lock->refresh(40));
            same('another owner', false, lock($store, $name)->acquire());
            same('release', null, $lock->release());
            check('it is gone', str_starts_with($from->call('EXISTS', $name)->getMessage(), 'ASK '));
        });

        $lock = lock($store, $name = $cluster->name(0), 30, false);
        $lock->acquire();
        $moving($name, function () use ($lock) {
            $lock->release();
            same('acquired where the slot goes', true, $lock->acquire());
            same('it is held there', true, $lock->isAcquired());
            same('released there', null, $lock->release());
        });

        $readers = [lock($store, $name = $cluster->name(0)), lock($store, $name)];
        $readers[0]->acquireRead();
        $readers[1]->acquireRead();
        $moving($name, function () use ($readers) {
            same('a reader releases', null, $readers[0]->release());
            same('the last one becomes the writer', true, $readers[1]->acquire());
            same('and a reader again', true, $readers[1]->acquireRead());
            same('and releases', null, $readers[1]->release());
        });

        // What is left of owners that are gone, with others whose time goes on until the script is there.
        foreach (['acquire', 'acquireRead'] as $method) {
            $cluster->nodes[0]->admin->call('ZADD', $name = $cluster->name(0), 1, 'expired', 1, '__write__');
            $lock = lock($store, $name);
            $moving($name, function () use ($lock, $method) {
                same("$method, where only expired owners are", true, $lock->$method());
                same('release', null, $lock->release());
            });
        }
        // The others' time is over, that of the key is not.
        foreach ([0, 1] as $others) {
            $lock = lock($store, $name = $cluster->name(0), 30, false);
            $lock->acquireRead();
            for ($i = 0; $i <= $others; ++$i) {
                $cluster->nodes[0]->admin->call('ZADD', $name, 1, "expired$i");
            }
            $moving($name, function () use ($lock) {
                same('release, where others have expired', null, $lock->release());
                same('it is released', false, $lock->isAcquired());
            });
        }
    });
}
?>
--EXPECT--
ok: DSN
ok: RedisCluster
ok: Predis
