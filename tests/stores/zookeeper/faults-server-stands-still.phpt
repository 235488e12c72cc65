--TEST--
ZookeeperStore: an answer that does not come is an exception, and what was asked for is undone
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('zookeeper server'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/zookeeper.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\ZookeeperStore;

group('a server that stops answering', function () {
    $server = new OwnZookeeper();
    $store = new ZookeeperStore($server->dsn('?read_timeout=0.3'));
    $lock = new Lock($key = new Key($name = unique()), $store, 30.0, false);
    $lock->isAcquired();
    $server->signal(SIGSTOP);
    $start = now();
    try {
        raises('acquire', LockAcquiringException::class, null, fn () => $lock->acquire());
        raises(
            'isAcquired',
            LockStorageException::class,
            "ZooKeeper at $server->host: no answer within 0.3 seconds",
            fn () => $lock->isAcquired(),
        );
    } finally {
        $server->signal(SIGCONT);
    }
    between('seconds', 0.5, 2, now() - $start);
    // The request to create the node has arrived all the same.
    $wire = $server->wire();
    check(
        'nothing is left behind',
        eventually(fn () => !in_array($name, $wire->children(), true) && !$lock->isAcquired()),
    );
    same('acquired', [true, true], [$lock->acquire(), $lock->isAcquired()]);
    usleep(100_000);
    same('and kept', true, $lock->isAcquired());
});
?>
--EXPECT--
ok: a server that stops answering
