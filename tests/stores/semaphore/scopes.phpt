--TEST--
SemaphoreStore: one key and several scopes: each store has a lock of its own, and stores of one scope share theirs
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\SemaphoreStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$resource = unique();
$free = static function (SemaphoreStore $store) use ($resource): bool {
    try {
        $store->save($key = new Key($resource));
    } catch (LockConflictedException) {
        return false;
    }
    $store->delete($key);

    return true;
};
$all = [new SemaphoreStore(), new SemaphoreStore('one'), new SemaphoreStore('two')];
$exist = static fn (Key $key) => array_map(static fn ($store) => $store->exists($key), $all);

foreach ([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as $order) {
    group('released in the order '.implode(' ', $order), function () use ($order, $all, $exist, $free, $resource) {
        $key = new Key($resource);
        $held = [false, false, false];
        foreach ([1, 0, 2] as $i) {
            $all[$i]->save($key);
            $held[$i] = true;
            same('each has its own', $held, $exist($key));
            same('and nobody else', array_map(static fn ($held) => !$held, $held), array_map($free, $all));
        }
        foreach ($order as $i) {
            $all[$i]->delete($key);
            $held[$i] = false;
            same('the others stay', $held, $exist($key));
            same('and are held', array_map(static fn ($held) => !$held, $held), array_map($free, $all));
        }
        same('nothing is left in the key', false, $key->hasState(SemaphoreStore::class));
    });
}

group('CombinedStore', function () use ($all, $free, $resource) {
    $lock = new Lock(new Key($resource), new CombinedStore($all, new UnanimousStrategy()), 30);
    same('acquired', true, $lock->acquire());
    same('all of them', [false, false, false], array_map($free, $all));
    unset($lock);
    same('released', [true, true, true], array_map($free, $all));
});

group('one scope, and none, by other objects', function () use ($free, $resource) {
    foreach ([[null, ''], ['one', 'one']] as [$scope, $other]) {
        $key = new Key($resource);
        [$store, $same] = [new SemaphoreStore($scope), new SemaphoreStore($other)];
        $store->save($key);
        $same->save($key);
        same('both hold it', true, $same->exists($key));
        $same->delete($key);
        same('it is released for both', [false, true], [$store->exists($key), $free($store)]);
    }
});
?>
--EXPECT--
ok: released in the order 0 1 2
ok: released in the order 0 2 1
ok: released in the order 1 0 2
ok: released in the order 1 2 0
ok: released in the order 2 0 1
ok: released in the order 2 1 0
ok: CombinedStore
ok: one scope, and none, by other objects
