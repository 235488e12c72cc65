--TEST--
FlockStore: one key and several directories: each store has a lock of its own, and by another name a directory is the same
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

$directory = temporary_directory();
$store = static fn (string $name, bool $remove = false) => new FlockStore("$directory/$name", $remove);
$free = static function (FlockStore $store, string $resource = 'r', bool $read = false): bool {
    try {
        $read ? $store->saveRead($key = new Key($resource)) : $store->save($key = new Key($resource));
    } catch (LockConflictedException) {
        return false;
    }
    $store->delete($key);

    return true;
};
$exist = static fn (Key $key, FlockStore ...$stores) => array_map(
    static fn ($store) => $store->exists($key),
    array_values($stores),
);
[$a, $b, $c] = $all = [$store('a'), $store('b'), $store('c', true)];

group('each has its own', function () use ($a, $b, $c, $all, $free, $exist) {
    // In every order in which three can be released.
    foreach ([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as $order) {
        $key = new Key('r');
        same('none', [false, false, false], $exist($key, ...$all));
        $a->save($key);
        same('the first', [true, false, false], $exist($key, ...$all));
        $b->delete($key);
        same('no other store releases it', [true, false, false], $exist($key, ...$all));
        $b->saveRead($key);
        $c->save($key);
        same('all', [true, true, true], $exist($key, ...$all));
        same('and nobody else gets them', [false, false, false], array_map($free, $all));
        same(
            'but who reads as well',
            [false, true, false],
            array_map(static fn ($store) => $free($store, 'r', true), $all),
        );
        $held = [true, true, true];
        foreach ($order as $i) {
            $all[$i]->delete($key);
            $held[$i] = false;
            same('the others stay', $held, $exist($key, ...$all));
            same('and are held', array_map(static fn ($held) => !$held, $held), array_map($free, $all));
        }
        same('nothing is left in the key', false, $key->hasState(FlockStore::class));
    }
});

group('again and in another mode', function () use ($a, $b, $c, $free, $exist) {
    $key = new Key('r');
    foreach ([$a, $b, $c, $a, $b, $c] as $store) {
        $store->save($key);
    }
    foreach ([$b, $a, $c, $c] as $store) {
        $store->saveRead($key);
        same('a reader now', [false, true], [$free($store), $free($store, 'r', true)]);
        same('all are held', [true, true, true], $exist($key, $a, $b, $c));
    }
    unset($key);
    same('the key takes all of them with it', [true, true, true], [$free($a), $free($b), $free($c)]);
});

group('CombinedStore', function () use ($a, $b, $c, $free) {
    $combined = new CombinedStore([$a, $b, $c], new UnanimousStrategy());
    $lock = new Lock(new Key('r'), $combined, 30);
    same('acquired', true, $lock->acquire());
    same('all of them', [false, false, false], [$free($a), $free($b), $free($c)]);
    same('held', true, $lock->isAcquired());
    $lock->release();
    same('released', [true, true, true], [$free($a), $free($b), $free($c)]);
    $b->save($key = new Key('r'));
    same('one is held', false, $lock->acquire());
    same('and the others are free', [true, false, true], [$free($a), $free($b), $free($c)]);
    $b->delete($key);
});

group('the same place by another name', function () use ($directory, $store, $a, $free, $exist) {
    symlink('a', "$directory/link");
    foreach (['a', 'a/', './a', 'a/../a', 'link'] as $name) {
        foreach ([false, true] as $remove) {
            $same = $store($name, $remove);
            $key = new Key('r');
            $a->save($key);
            $same->save($key);
            same("$name: held by both", [true, true], $exist($key, $a, $same));
            $same->saveRead($key);
            same("$name: changed for both", true, $free($a, 'r', true));
            $same->delete($key);
            same("$name: released for both", [false, false, true], [...$exist($key, $a, $same), $free($a)]);
        }
    }
});

group('copies, other resources and hostile states', function () use ($a, $b, $c, $free, $exist) {
    $key = new Key('r');
    $a->save($key);
    $b->save($key);
    $copy = clone $key;
    $c->save($key);
    $b->delete($key);
    $a->delete($key);
    same('the copy knows of both', [false, false, false], $exist($copy, $a, $b, $c));
    same('and holds nothing', [true, true, false], [$free($a), $free($b), $free($c)]);
    $b->save($copy);
    same(
        'it has its own',
        [[false, true, false], [false, false, true]],
        [$exist($copy, $a, $b, $c), $exist($key, $a, $b, $c)],
    );
    unset($copy);
    same('it is gone', [true, true, false], [$free($a), $free($b), $free($c)]);

    $a->save($key);
    (new ReflectionProperty(Key::class, 'resource'))->setValue($key, 'other');
    same('locks of another resource count for nothing', [false, false, false], $exist($key, $a, $b, $c));
    $a->save($key);
    same('and end with the first that is taken', [true, true], [$free($a), $free($c)]);
    (new ReflectionProperty(Key::class, 'resource'))->setValue($key, 'r');

    $a->save($key);
    $seen = $key->getState(FlockStore::class);
    $b->save($key);
    $key->setState(FlockStore::class, $seen);
    same('the one in front was cut off', [true, false], $exist($key, $a, $b));
    same('and given back', true, $free($b));
    $key->setState(FlockStore::class, [$seen]);
    $b->save($key);
    same('a state that is none of ours', [false, true], $exist($key, $a, $b));
    unset($seen);
    same('and nobody has it any more', true, $free($a));
    $key->setState(FlockStore::class, new class($key, $b) {
        public function __construct(private Key $key, private FlockStore $store)
        {
        }

        public function __destruct()
        {
            $this->store->delete($this->key);
            $this->key->removeState(FlockStore::class);
            gc_collect_cycles();
        }
    });
    $b->save($key);
    same('a state whose end takes the new one away', [false, true], [$b->exists($key), $free($b)]);
    foreach ([1, 2] as $round) {
        $a->save($key);
        $b->save($key);
        $cycle = new stdClass();
        $cycle->key = $key;
        $cycle->self = $cycle;
        $key = new Key('r');
        unset($cycle);
        gc_collect_cycles();
        same("collected as garbage, $round", [true, true], [$free($a), $free($b)]);
    }
});

group('many places', function () use ($store, $free) {
    $key = new Key('many');
    $stores = array_map($store, array_map(static fn ($i) => "many/$i", range(1, 300)));
    foreach ($stores as $one) {
        $one->save($key);
    }
    $held = static fn () => count(array_filter($stores, static fn ($store) => $store->exists($key)));
    same('all are held', 300, $held());
    foreach ($stores as $i => $one) {
        if ($i % 3) {
            $one->delete($key);
        }
    }
    same('a third is', 100, $held());
    unset($key, $held);
    same('none is', 300, count(array_filter($stores, static fn ($store) => $free($store, 'many'))));
});
?>
--EXPECT--
ok: each has its own
ok: again and in another mode
ok: CombinedStore
ok: the same place by another name
ok: copies, other resources and hostile states
ok: many places
