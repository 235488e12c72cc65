--TEST--
ZookeeperStore: a release() that ended in an exception takes its node away when the server can be asked again, and nobody else's
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

$hosts = getenv('SLOCK_TEST_ZOOKEEPER_HOSTS');
$wire = new ZookeeperWire($hosts);
$proxy = new ZookeeperProxy($hosts);
$store = new ZookeeperStore("zookeeper://$proxy->host?timeout=1&read_timeout=0.3&session_timeout=20");
/** What $f says, on a busy machine, too. */
$eventually = fn (callable $f): bool => eventually(function () use ($f) {
    try {
        return $f();
    } catch (Symfony\Component\Lock\Exception\ExceptionInterface) {
        return false;
    }
});
$is_there = fn (string $name): bool => in_array($name, $wire->children(), true);
/** A lock whose release has failed, and its name. From now on nothing arrives. */
$fails = function () use ($proxy, $store, $eventually): array {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    check('acquired', $eventually(fn () => $lock->acquire()));
    $proxy->blackhole();
    raises('release', LockReleasingException::class, null, fn () => $lock->release());

    return [$lock, $name];
};
/** What is asked in the background is three requests one after another, and so many round trips take longer. */
$settles = function () use ($store, $eventually) {
    for ($i = 0; $i < 6; ++$i) {
        check("request $i", $eventually(fn () => !$store->exists(new Key(unique()))));
    }
};

group('the question arrives late', function () use ($fails, $proxy, $is_there) {
    [, $name] = $fails();
    same('the node is there', true, $is_there($name));
    $proxy->blackhole(false);
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('the question is lost', function () use ($fails, $proxy, $is_there) {
    [, $name] = $fails();
    $proxy->cut();
    same('the node is there', true, $is_there($name));
    $proxy->blackhole(false);
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('the delete is lost', function () use ($proxy, $store, $is_there, $eventually) {
    $lock = new Lock(new Key($name = unique()), $store, 30.0, false);
    check('acquired', $eventually(fn () => $lock->acquire()));
    $proxy->loseNext('get', '$blackhole = true;');
    raises('release', LockReleasingException::class, null, fn () => $lock->release());
    same('the node is there', true, $is_there($name));
    $proxy->blackhole(false);
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('its answers are lost again and again', function () use ($fails, $proxy, $is_there) {
    [, $name] = $fails();
    foreach (['get', 'get', 'delete'] as $i => $request) {
        $proxy->loseNext($request);
        $i || $proxy->blackhole(false);
        // What comes before the proxy is told to lose it is not lost, and then it has gone.
        $comes = fn () => str_contains($proxy->requests(), $request) || !$is_there($name);
        check("$request has come", eventually($comes));
    }
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('who asks meanwhile', function () use ($fails, $proxy, $is_there) {
    [$lock, $name] = $fails();
    $proxy->blackhole(false);
    $held = null;
    check('answered', eventually(function () use ($lock, &$held) {
        try {
            $held = $lock->isAcquired();
        } catch (Symfony\Component\Lock\Exception\ExceptionInterface) {
        }

        return null !== $held;
    }));
    same('not held, whether it has gone or not', false, $held);
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('the same key acquires again', function () use (
    $fails,
    $proxy,
    $settles,
    $is_there,
    $hosts,
    $eventually,
) {
    [$lock, $name] = $fails();
    $proxy->cut();
    $proxy->blackhole(false);
    check('acquired', $eventually(fn () => $lock->acquire()));
    $settles();
    check('held', $is_there($name) && $eventually(fn () => $lock->isAcquired()));
    same('by one', false, (new Lock(new Key($name), new ZookeeperStore("zookeeper://$hosts")))->acquire());
});

group('the same key fails to acquire again', function () use ($fails, $proxy, $is_there) {
    [$lock, $name] = $fails();
    raises('acquire', Symfony\Component\Lock\Exception\LockAcquiringException::class, null, $lock->acquire(...));
    $proxy->blackhole(false);
    check('it goes', eventually(fn () => !$is_there($name)));
});

group('another key of the process acquires it', function () use ($fails, $proxy, $store, $settles, $eventually) {
    [, $name] = $fails();
    $proxy->blackhole(false);
    $next = new Lock(new Key($name), $store, 30.0);
    check('acquired', $eventually(fn () => $next->acquire(true, 20)));
    $settles();
    check('and kept', $eventually(fn () => $next->isAcquired()));
});

group('another session has the lock by then', function () use ($fails, $proxy, $wire, $settles) {
    [, $name] = $fails();
    $wire->delete("/$name");
    $wire->create("/$name", 'next');
    $proxy->blackhole(false);
    $settles();
    same('it is there', 'next', $wire->get("/$name")[0]);
    $wire->delete("/$name");
});
?>
--EXPECT--
ok: the question arrives late
ok: the question is lost
ok: the delete is lost
ok: its answers are lost again and again
ok: who asks meanwhile
ok: the same key acquires again
ok: the same key fails to acquire again
ok: another key of the process acquires it
ok: another session has the lock by then
