--TEST--
ZookeeperStore: an acquire() that fails without an answer leaves no node behind, and takes none away that the key held before
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$proxy = new ZookeeperProxy($hosts);
$store = new ZookeeperStore("zookeeper://$proxy->host?timeout=1&read_timeout=1&session_timeout=20");
$store->exists(new Key(unique()));
$is_there = fn (string $name): bool => in_array($name, $wire->children(), true);
$fails = function (callable $acquire): bool {
    try {
        $acquire();
    } catch (Symfony\Component\Lock\Exception\ExceptionInterface) {
        return true;
    }

    return false;
};

foreach (['once' => [false], 'waiting' => [true, 0.8]] as $how => $arguments) {
    group("sent again, and answered too late, $how", function () use ($arguments, $proxy, $store, $is_there, $fails) {
        $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
        $proxy->requests();
        // The first sending has made the node, so that the second one is refused.
        $proxy->loseNext('create', '$silence = "create";');
        same('an exception', true, $fails(fn () => $lock->acquire(...$arguments)));
        same('the node was made', true, $is_there($name));
        $proxy->blackhole(false);
        check('it goes', eventually(fn () => !$is_there($name), 10));
    });
}

group('sent again, and nobody says whose node it is', function () use ($proxy, $store, $is_there, $fails) {
    // Where the first node is undone before the second request, that one makes another, which is what it looks like.
    for ($i = 0; $i < 20 && !($failed ?? false); ++$i) {
        $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
        $proxy->loseNext('create', '$silence = "create get";');
        $failed = $fails(fn () => $lock->acquire());
        $there = $is_there($name);
        $proxy->blackhole(false);
    }
    same('an exception, and the node was made', [true, true], [$failed, $there]);
    check('it goes', eventually(fn () => !$is_there($name), 10));
});

group('held before', function () use ($proxy, $store, $is_there, $fails, $hosts) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    same('acquired', true, $lock->acquire());
    $proxy->loseNext('create', '$blackhole = true;');
    same('an exception', true, $fails(fn () => $lock->acquire()));
    $proxy->blackhole(false);
    // What is to be deleted is looked for as soon as there is a connection.
    check('a connection', eventually(fn () => !$fails(fn () => $store->exists(new Key('any'))), 10));
    usleep(300_000);
    same('held', [true, true], [$is_there($name), $lock->isAcquired()]);
    same('by one', false, (new Lock(new Key($name), new ZookeeperStore("zookeeper://$hosts"), 30.0))->acquire());
    $lock->release();
    same('released', false, $is_there($name));
});

group('held once, and not any more', function () use ($proxy, $store, $is_there, $fails) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    $lock->acquire();
    $lock->release();
    $proxy->loseNext('create', '$blackhole = true;');
    same('an exception', true, $fails(fn () => $lock->acquire()));
    $proxy->blackhole(false);
    check('no node is left', eventually(fn () => !$is_there($name), 10));
});
?>
--EXPECT--
ok: sent again, and answered too late, once
ok: sent again, and answered too late, waiting
ok: sent again, and nobody says whose node it is
ok: held before
ok: held once, and not any more
