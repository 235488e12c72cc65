--TEST--
File locks leave neither memory nor descriptors behind
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

function descriptors(): int
{
    return count(scandir('/proc/self/fd'));
}

function cycle(FlockStore $store, int $rounds): array
{
    $factory = new LockFactory($store);
    for ($round = 0; $round < $rounds; ++$round) {
        $locks = [];
        for ($i = 0; $i < 200; ++$i) {
            $locks[] = $lock = $factory->createLock("resource-$i", 30);
            $lock->acquire();
            $other = $factory->createLock("resource-$i");
            $other->acquire();
            $other->acquireRead();
        }
        $open = descriptors();
        unset($lock, $other, $locks);
    }
    // Keys that go away without a release give their lock up with the handle.
    for ($i = 0; $i < 200; ++$i) {
        $store->save(new Key("dropped-$i"));
    }
    gc_collect_cycles();

    return [memory_get_usage(), descriptors(), $open];
}

foreach ([false, true] as $remove) {
    $what = $remove ? 'flock+remove' : 'flock';
    $store = new FlockStore($directory = temporary_directory(), $remove);
    $none = descriptors();
    [$first, $left, $open] = cycle($store, 2);
    same("$what: one descriptor per lock", $none + 200, $open);
    same("$what: none after", $none, $left);
    [$second] = cycle($store, 2);
    [$third, $left] = cycle($store, 20);
    check("$what: no memory", $third - $second < 1000, "$first, $second, $third");
    same("$what: none after many more", $none, $left);
    $store->save($key = new Key('dropped-1'));
    same("$what: a dropped key is free again", true, $store->exists($key));
    $store->delete($key);
}

// One key, and a lock of it in each of two directories.
[$a, $b] = [new FlockStore(temporary_directory()), new FlockStore(temporary_directory())];
$none = descriptors();
$a->save($key = new Key('two places'));
$b->save($key);
same('two places: a descriptor for each', $none + 2, descriptors());
$b->delete($key);
same('two places: one after a release', $none + 1, descriptors());
unset($key);
same('two places: none without the key', $none, descriptors());
?>
--EXPECT--
ok: flock: one descriptor per lock
ok: flock: none after
ok: flock: no memory
ok: flock: none after many more
ok: flock: a dropped key is free again
ok: flock+remove: one descriptor per lock
ok: flock+remove: none after
ok: flock+remove: no memory
ok: flock+remove: none after many more
ok: flock+remove: a dropped key is free again
ok: two places: a descriptor for each
ok: two places: one after a release
ok: two places: none without the key
