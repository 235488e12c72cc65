--TEST--
ZookeeperStore: while the server is away every call is an exception; when it is back the lock is still held
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

group('a server that goes and comes', function () {
    $server = new OwnZookeeper();
    $store = new ZookeeperStore($server->dsn('?timeout=0.5&read_timeout=1'));
    $lock = new Lock(new Key($name = unique()), $store, 30.0);
    $lock->acquire();
    $released = new Lock(new Key(unique()), $store, 30.0);
    $released->acquire();
    $server->stop();
    $start = now();
    raises(
        'isAcquired',
        LockStorageException::class,
        "ZooKeeper at $server->host: no connection within 0.5 seconds: ",
        fn () => $lock->isAcquired(),
    );
    between('seconds of the first call', 0.3, 2, now() - $start);
    between(
        'seconds of the second, which does not wait again',
        0,
        0.3,
        seconds(fn () => raises('release', LockReleasingException::class, null, fn () => $released->release())),
    );
    raises(
        'acquire',
        LockAcquiringException::class,
        null,
        fn () => (new Lock(new Key(unique()), $store, 30.0, false))->acquire(),
    );
    raises(
        'acquire(true)',
        LockAcquiringException::class,
        null,
        fn () => (new Lock(new Key(unique()), $store, 30.0, false))->acquire(true),
    );
    $server->start();
    check('it works again', eventually(function () use ($store, &$lock) {
        try {
            return $lock->isAcquired();
        } catch (LockStorageException) {
            return false;
        }
    }, 5));
    same(
        'the session and its lock have survived',
        [true, false],
        [$lock->isAcquired(), (new Lock(new Key($name), $store))->acquire()],
    );
    check('what was released has gone', eventually(fn () => !$released->isAcquired(), 5));
    $lock->release();
    same('released', false, $lock->isAcquired());
});
?>
--EXPECT--
ok: a server that goes and comes
