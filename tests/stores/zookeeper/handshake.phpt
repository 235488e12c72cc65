--TEST--
ZookeeperStore: a server that accepts the connection and does not answer the handshake is given up in time, and named as the cause
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

const CAUSE = 'a server accepts the connection and does not answer the handshake';
$proxy = new ZookeeperProxy(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'));

group('another server is there', function () use ($proxy) {
    $proxy->blackhole();
    // The order is random: the silent one comes first often enough.
    for ($i = 0; $i < 6; ++$i) {
        $store = new ZookeeperStore(
            "zookeeper://$proxy->host,".getenv('SLOCK_TEST_ZOOKEEPER_HOSTS')."?timeout=2&session_timeout=$i".'0.5',
        );
        between('seconds', 0, 1.9, seconds(fn () => same('asked', false, $store->exists(new Key(unique())))));
    }
    $proxy->blackhole(false);
});

group('a server that comes back half', function () use ($proxy) {
    $store = new ZookeeperStore("zookeeper://$proxy->host?timeout=0.6&session_timeout=20");
    $lock = new Lock(new Key(unique()), $store, 30.0);
    same('held', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    $proxy->blackhole();
    $proxy->cut();
    raises('no handshake', LockStorageException::class, CAUSE, fn () => $lock->isAcquired());
    $start = now();
    $proxy->blackhole(false);
    check('and whole', eventually(function () use ($lock) {
        try {
            return $lock->isAcquired();
        } catch (LockStorageException) {
            return false;
        }
    }));
    // The session would be over after 20 seconds, and the library's own limit is two thirds of that.
    between('seconds until it works again', 0, 5, now() - $start);
    $lock->release();
});

group('a deadline', function () use ($proxy) {
    $proxy->blackhole();
    $store = new ZookeeperStore("zookeeper://$proxy->host?timeout=5");
    $lock = new Lock(new Key(unique()), $store, 30.0);
    $start = now();
    $e = raises(
        'acquire(true, 0.2)',
        Symfony\Component\Lock\Exception\LockAcquiringException::class,
        null,
        fn () => $lock->acquire(true, 0.2),
    );
    between('seconds', 0.15, 1.5, now() - $start);
    check('the cause', str_contains(chain($e), 'no connection in time: '.CAUSE), chain($e));
    $proxy->blackhole(false);
});

group('a deadline, and a server that stops answering', function () use ($proxy) {
    $store = new ZookeeperStore("zookeeper://$proxy->host?timeout=5&read_timeout=5&session_timeout=30");
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $store->exists(new Key(unique()));
    $proxy->blackhole();
    $start = now();
    $e = raises(
        'acquire(true, 0.2)',
        Symfony\Component\Lock\Exception\LockAcquiringException::class,
        null,
        fn () => $lock->acquire(true, 0.2),
    );
    between('seconds', 0.15, 1.5, now() - $start);
    check('the cause', str_contains(chain($e), 'no answer in time'), chain($e));
    $proxy->blackhole(false);
    $wire = new ZookeeperWire(getenv('SLOCK_TEST_ZOOKEEPER_HOSTS'));
    same('it works again', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    $lock->release();
    check('nothing is left behind', eventually(fn () => !in_array($name, $wire->children(), true)));
});
?>
--EXPECT--
ok: another server is there
ok: a server that comes back half
ok: a deadline
ok: a deadline, and a server that stops answering
