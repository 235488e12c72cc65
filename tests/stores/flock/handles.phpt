--TEST--
FlockStore: a handle that is used again for the next lock is never one that anyone else has seen
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

$store = new FlockStore(temporary_directory());
[$first, $second, $third] = [new Key('first'), new Key('second'), new Key('third')];
$handle = static fn (Key $key) => $key->getState(FlockStore::class);

$store->save($first);
$seen = $handle($first);
$store->delete($first);
$store->save($second);
same('a handle that PHP code holds', false, $handle($second) === $seen);
$first->setState(FlockStore::class, $seen);
same('and it is worth nothing any more', [false, true], [$store->exists($first), $store->exists($second)]);
$first->removeState(FlockStore::class);
unset($seen);
$store->delete($second);

$store->save($first);
$watched = WeakReference::create($handle($first));
$map = new WeakMap();
$map[$handle($first)] = 'first';
$store->delete($first);
$store->save($second);
same('a handle that is watched', [null, 0], [$watched->get(), count($map)]);
$store->delete($second);

$store->save($first);
$copy = clone $first;
$store->delete($first);
$store->save($second);
same('a handle that a copy of the key has as well', [false, true], [$store->exists($copy), $store->exists($second)]);
same('are they one', false, $handle($copy) === $handle($second));
$store->delete($copy);
same('the other one goes on', true, $store->exists($second));
$store->save($third);
$store->delete($second);
same('two at a time', [false, true], [$store->exists($second), $store->exists($third)]);

// Whatever one that is used again held before.
for ($i = 0; $i < 100; ++$i) {
    $key = new Key('many');
    $i % 2 ? $store->save($key) : $store->saveRead($key);
    $other = new Key('many');
    try {
        $store->saveRead($other);
        $shared = true;
    } catch (Symfony\Component\Lock\Exception\LockConflictedException) {
        $shared = false;
    }
    if ($shared !== (0 === $i % 2) || !$store->exists($key)) {
        echo "FAIL: round $i\n";
    }
    $store->delete($key);
    $store->delete($other);
}
same('the third is still held', true, $store->exists($third));
?>
--EXPECT--
ok: a handle that PHP code holds
ok: and it is worth nothing any more
ok: a handle that is watched
ok: a handle that a copy of the key has as well
ok: are they one
ok: the other one goes on
ok: two at a time
ok: the third is still held
