--TEST--
MongoDbDocumentStore: bounded waits, signals, forks, a quorum, and a holder that was killed
--EXTENSIONS--
mongodb
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';

use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

document_insert(['_id' => 1]);
$store = new MongoDbDocumentStore(mongodb_uri());
$lock = fn (float $ttl = 60) => new Lock(MongoDbDocumentStore::key(1), $store, $ttl);

group('a bounded wait', function () use ($lock) {
    $mine = $lock();
    same('mine', true, $mine->acquire());
    $theirs = $lock();
    $begun = hrtime(true);
    same('not theirs', false, $theirs->acquire(true, 0.3));
    between('waited', 0.29, 30, (hrtime(true) - $begun) / 1e9);
    same('nobody else is left behind', 1, count(document_find(1)['_slock']['owners']));
    $mine->release();
    same('free', true, $theirs->acquire(true, 30.0));
});
group('a signal', function () use ($lock) {
    $mine = $lock(2);
    $mine->acquire();
    $seen = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use (&$seen) { ++$seen; });
    pcntl_alarm(1);
    same('waits on until the TTL', true, $lock()->acquire(true, 60.0));
    same('the handler ran', 1, $seen);
});
group('a fork', function () use ($lock) {
    $mine = $lock();
    $mine->acquire();
    if (!$child = pcntl_fork()) {
        $held = $mine->isAcquired();
        $mine->release();
        posix_kill(posix_getpid(), $held ? SIGUSR1 : SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('the child held it', SIGUSR1, pcntl_wtermsig($status));
    same('and has released it', false, $mine->isAcquired());
    same('free', true, $mine->acquire());
    $mine->release();
});
group('a killed holder', function () use ($lock, $store) {
    if (!$child = pcntl_fork()) {
        $mine = $lock(1);
        $mine->acquire();
        posix_kill(posix_getpid(), SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('still held', 4, document_find(1)['lock']);
    $mine = $lock();
    same('free at its TTL', true, $mine->acquire(true, 60.0));
    $mine->release();
});
group('readers who want to write', function () use ($lock) {
    [$first, $second, $dead] = [$lock(), $lock(), $lock(0.4)];
    same('three readers', [true, true, true], [$first->acquireRead(), $second->acquireRead(), $dead->acquireRead()]);
    $begun = hrtime(true);
    same('neither writes', [false, false], [$first->acquire(true, 0.3), $second->acquire(true, 0.3)]);
    between('for no longer than it was told', 0.59, 30, (hrtime(true) - $begun) / 1e9);
    same('both read', [true, true], [$first->isAcquired(), $second->isAcquired()]);
    $second->release();
    same('one whose time is up is not in the way', true, $first->acquire(true, 30.0));
    same('alone', 1, count(document_find(1)['_slock']['owners']));
    same('and that one has nothing', false, $dead->isAcquired());
    $dead->release();
    same('to give back', true, $first->isAcquired());
    $first->release();
});
group('a fork between two versions', function () use ($store) {
    document_insert(['_id' => 'forked', 'version' => 1]);
    same('here', 2, $store->update('forked', 1, ['$set' => ['n' => 1]]));
    if (!$child = pcntl_fork()) {
        $next = $store->update('forked', 2, ['$set' => ['n' => 2]]);
        posix_kill(posix_getpid(), 3 === $next ? SIGUSR1 : SIGKILL);
    }
    pcntl_waitpid($child, $status);
    same('in the child', SIGUSR1, pcntl_wtermsig($status));
    same('here again', 4, $store->update('forked', 3, ['$set' => ['n' => 3]]));
});
group('a quorum', function () {
    $members = [];
    foreach (['a', 'b', 'c'] as $collection) {
        mongodb_admin(mongodb_database(), ['insert' => $collection, 'documents' => [['_id' => 1]]]);
        $members[] = new MongoDbDocumentStore(preg_replace('/=lock/', "=$collection", mongodb_uri()));
    }
    $quorum = new CombinedStore($members, new ConsensusStrategy());
    $first = new Lock(MongoDbDocumentStore::key(1), $quorum, 30);
    $second = new Lock(MongoDbDocumentStore::key(1), $quorum, 30);
    same('two readers', [true, true], [$first->acquireRead(), $second->acquireRead()]);
    same('no writer', false, $second->acquire());
    $second->release();
    same('the writer', true, $first->acquire());
    same('alone', false, $second->acquire());
    $first->release();
    same('then the other', true, $second->acquire());
    $second->release();
});
?>
--EXPECT--
ok: a bounded wait
ok: a signal
ok: a fork
ok: a killed holder
ok: readers who want to write
ok: a fork between two versions
ok: a quorum
