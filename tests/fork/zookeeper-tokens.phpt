--TEST--
ZookeeperStore and fork: what was not held before it is everybody's own, alone and in a quorum: one owner, and no end or release of another process takes it
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../inc/fork-tokens.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RetryTillSaveStore;
use Symfony\Component\Lock\Store\ZookeeperStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$dsn = 'zookeeper://'.getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$nodes = array_map(fn ($i) => '/quorum-'.getmypid()."-tokens-$i", range(1, 3));
foreach ($nodes as $node) {
    (new ZookeeperWire(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')))->create($node, '', 0);
}
$stores = [
    'alone' => fn () => new ZookeeperStore($dsn),
    'tried again' => fn () => new RetryTillSaveStore(new ZookeeperStore($dsn), 10, 1),
    'in a quorum' => fn () => new CombinedStore(
        array_map(fn ($node) => new ZookeeperStore("$dsn?chroot=$node"), $nodes),
        new ConsensusStrategy(),
    ),
];
$before = [
    'was released' => fn (Lock $lock) => [$lock->acquire(), $lock->release()],
    'was only asked about' => fn (Lock $lock) => $lock->isAcquired(),
    'was refused' => function (Lock $lock, Lock $other) {
        same('refused', [true, false], [$other->acquire(), $lock->acquire()]);
        $other->release();
    },
];
foreach ($stores as $way => $make) {
    $lock = fn (string $name) => new Lock(new Key($name), $make(), 300.0);
    foreach ($before as $how => $prepare) {
        group("$way: a lock that $how", function () use ($lock, $prepare) {
            $prepare($mine = $lock($name = unique()), $lock($name));
            $holder = new Forked(fn () => $mine->acquire());
            same('one child gets it', true, $holder->says());
            $other = new Forked(fn () => [$mine->acquire(), $mine->release()]);
            same('another one does not', [false, null], $other->says());
            $other->ends();
            same('and takes it from nobody', false, $lock($name)->acquire());
            $holder->ends();
            same('the first one lets it go', true, $lock($name)->acquire());
        });
    }
    group("$way: a parent that takes again what was held at the fork", function () use ($lock) {
        $mine = $lock($name = unique());
        same('acquired', true, $mine->acquire());
        $child = new Forked(fn () => $mine->isAcquired());
        same('both have it', true, $child->says());
        $mine->release();
        same('acquired again', true, $mine->acquire());
        $child->ends();
        same('no end of a child takes it', [true, false], [$mine->isAcquired(), $lock($name)->acquire()]);
    });
    group("$way: a parent that finds it released by a child", function () use ($lock) {
        $mine = $lock($name = unique());
        same('acquired', true, $mine->acquire());
        $children = [new Forked(fn () => true), new Forked(fn () => true)];
        $children[0]->ends();
        same('found, and acquired again', [false, true], [$mine->isAcquired(), $mine->acquire()]);
        $children[1]->ends();
        same('the other end does not take it', [true, false], [$mine->isAcquired(), $lock($name)->acquire()]);
    });
    group("$way: what was released, and then refreshed", function () use ($lock) {
        $mine = $lock($name = unique());
        same('acquired', true, $mine->acquire());
        $mine->release();
        outcome(fn () => $mine->refresh());
        $child = new Forked(fn () => $mine->acquire());
        same('the child gets it', true, $child->says());
        unset($mine);
        same('the end of the parent does not take it', false, $lock($name)->acquire());
        $child->ends();
    });
    group("$way: what is held at the fork", function () use ($lock) {
        $mine = $lock($name = unique());
        same('acquired', true, $mine->acquire());
        $child = new Forked(fn () => [$mine->isAcquired(), $mine->release()]);
        same('is released by a child', [true, null], $child->says());
        same('which the parent finds out', false, $mine->isAcquired());
        $child->ends();
    });
}
?>
--EXPECT--
ok: alone: a lock that was released
ok: alone: a lock that was only asked about
ok: alone: a lock that was refused
ok: alone: a parent that takes again what was held at the fork
ok: alone: a parent that finds it released by a child
ok: alone: what was released, and then refreshed
ok: alone: what is held at the fork
ok: tried again: a lock that was released
ok: tried again: a lock that was only asked about
ok: tried again: a lock that was refused
ok: tried again: a parent that takes again what was held at the fork
ok: tried again: a parent that finds it released by a child
ok: tried again: what was released, and then refreshed
ok: tried again: what is held at the fork
ok: in a quorum: a lock that was released
ok: in a quorum: a lock that was only asked about
ok: in a quorum: a lock that was refused
ok: in a quorum: a parent that takes again what was held at the fork
ok: in a quorum: a parent that finds it released by a child
ok: in a quorum: what was released, and then refreshed
ok: in a quorum: what is held at the fork
