--TEST--
A store written in PHP may suspend the fiber in which a lock is acquired, refreshed and released
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin(<<<'CODE'
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

$held = null;
$store = new PlainStore();
$store->always['save'] = function (Key $key) use (&$held) {
    Fiber::suspend("saving $key");
    if ($held && $held !== $key) {
        throw new LockConflictedException();
    }
    $held = $key;
};
$store->always['putOffExpiration'] = function (Key $key, float $ttl) {
    Fiber::suspend("putting off $key");
    $key->reduceLifetime($ttl);
};
$store->always['delete'] = function (Key $key) use (&$held) {
    Fiber::suspend("deleting $key");
    if ($held === $key) { $held = null; }
};
$store->always['exists'] = function (Key $key) use (&$held) { Fiber::suspend("asking $key"); return $held === $key; };

$fibers = [];
foreach (['a', 'b'] as $name) {
    $fibers[$name] = new Fiber(function () use ($store, $name) {
        // No automatic release: a destructor must not switch fibers.
        $lock = new Lock(new Key('r'), $store, 30, false);
        for ($tries = 1; !$lock->acquire(); ++$tries) {
            Fiber::suspend('conflict');
        }
        echo "$name has it after $tries tries\n";
        $lock->release();
        echo "$name is done\n";
    });
    echo "$name: ", $fibers[$name]->start(), "\n";
}
while ($fibers) {
    foreach ($fibers as $name => $fiber) {
        $said = $fiber->resume();
        if ($fiber->isTerminated()) {
            unset($fibers[$name]);
        } else {
            echo "$name: $said\n";
        }
    }
}

// A fiber that is never resumed is destroyed in the middle of acquire().
$fiber = new Fiber(function () use ($store) {
    (new Lock(new Key('s'), $store, 30, false))->acquire();
});
echo $fiber->start(), "\n";
$fiber = null;
gc_collect_cycles();
echo "destroyed\n";

// An exception thrown into it is one of the store.
$fiber = new Fiber(fn () => outcome(fn () => (new Lock(new Key('s'), $store, 30, false))->acquire()));
$fiber->start();
try {
    $fiber->throw(new RuntimeException('from outside'));
} catch (Throwable $e) {
    echo 'not caught: ', chain($e), "\n";
}
while (!$fiber->isTerminated()) {
    $fiber->resume();
}
echo $fiber->getReturn(), "\n";
CODE);
?>
--EXPECT--
a:   store->save(r)
saving r
b:   store->save(r)
saving r
  store->putOffExpiration(r, 30)
a: putting off r
b: conflict
a has it after 1 tries
  store->delete(r) with up to 30 s left
a: deleting r
  store->save(r)
b: saving r
  store->exists(r) with up to 30 s left
a: asking r
  store->putOffExpiration(r, 30)
b: putting off r
a is done
b has it after 2 tries
  store->delete(r) with up to 30 s left
b: deleting r
  store->exists(r) with up to 30 s left
b: asking r
b is done
  store->save(s)
saving s
destroyed
  store->save(s)
Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "s" lock. <- RuntimeException: from outside
The package 7.4 prints the same.
