--TEST--
MongoDbDocumentStore through a Manager: in a process that has forked no answer to another command is taken for a lock
--EXTENSIONS--
pcntl
posix
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb-documents.inc';
require __DIR__.'/../../inc/mongodb-primary.inc';

use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;

/** A child that ends as one that was only there to do something else. */
function fork_once(): void
{
    if (!pcntl_fork()) {
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
}

$primary = new MongodbPrimary();
$store = new MongoDbDocumentStore(
    new Manager("mongodb://$primary->host/?replicaSet=rs"),
    ['database' => 'a', 'collection' => 'b'],
);
// The key has its token; what the server says to that is no matter.
$key = new Key('name');
outcome(fn () => $store->exists($key));
$token = $key->getState(MongoDbDocumentStore::class);
fork_once();
$primary->heard();

/** The answer to an earlier findAndModify of somebody with this token. */
$earlier = fn (string $token) => ['value' => ['held' => $token, 'number' => '1'], 'ok' => 1.0];
$cursor = fn (array ...$found) => ['cursor' => ['id' => 0, 'ns' => 'a.b', 'firstBatch' => $found], 'ok' => 1.0];
$contradictory = fn (string $what, callable $f) => raises(
    $what, LockStorageException::class, 'contradictory answers', $f,
);

group('acquire', function () use ($primary, $store, $key, $token, $earlier, $cursor, $contradictory) {
    $primary->answers($earlier($token));
    $contradictory('what a release has said', fn () => $store->save($key));
    same('what was held is not given back', 'findAndModify', $primary->heard());
    $primary->answers($cursor(['held' => $token, 'number' => '1']));
    $contradictory('what a find has said', fn () => $store->save($key));
    $primary->heard();
    $primary->answers($earlier('another'));
    $contradictory('a new key', fn () => $store->save(new Key('name')));
    same('is taken back', 'findAndModify findAndModify', $primary->heard());
    $primary->answers(['ok' => 0.0, 'code' => 2, 'errmsg' => 'refused']);
    raises('an error, which may be another one\'s', LockStorageException::class, 'refused',
        fn () => $store->save(new Key('name')));
    same('is taken back, too', 'findAndModify findAndModify', $primary->heard());
    $primary->answers(['value' => null, 'ok' => 1.0]);
    raises('no document', LockStorageException::class, 'no document', fn () => $store->save(new Key('name')));
    same('which also another may not have', 'findAndModify findAndModify', $primary->heard());
});
group('acquireRead', function () use ($primary, $store, $key, $token, $earlier, $contradictory) {
    $primary->answers($earlier($token));
    $contradictory('what a release has said', fn () => $store->saveRead($key));
});
group('refresh', function () use ($primary, $store, $key, $token, $earlier, $contradictory) {
    $primary->answers($earlier($token));
    $contradictory('what an acquire has said', fn () => $store->putOffExpiration($key, 60));
});
group('isAcquired', function () use ($primary, $store, $key, $token, $cursor, $contradictory) {
    $primary->answers($cursor(['held' => $token, 'number' => '1']));
    $contradictory('what it was', fn () => $store->exists($key));
    $primary->answers($cursor());
    same('no document', false, $store->exists($key));
});
group('release', function () use ($primary, $store, $key, $token, $earlier, $contradictory) {
    $primary->answers($earlier($token));
    $contradictory('what an acquire has said', fn () => $store->delete($key));
});
$primary->end();

document_insert(['_id' => 1]);
document_insert(['_id' => 'text']);
group('how many commands', function () {
    $store = new MongoDbDocumentStore(
        new Manager(mongodb_server()),
        ['database' => mongodb_database(), 'collection' => 'lock'],
    );
    foreach ([1, 'text'] as $id) {
        $lock = new Lock(MongoDbDocumentStore::key($id), $store, 30);
        $other = new Lock(MongoDbDocumentStore::key($id), $store, 30);
        foreach ([
            'acquire' => ['findAndModify', fn () => $lock->acquire()],
            'acquire, held by another' => ['findAndModify', fn () => !$other->acquire()],
            'refresh' => ['findAndModify', fn () => $lock->refresh()],
            'demotion' => ['findAndModify', fn () => $lock->acquireRead()],
            'isAcquired' => ['find', fn () => $lock->isAcquired()],
            'release' => ['findAndModify', fn () => $lock->release()],
        ] as $what => [$expected, $operation]) {
            $said = null;
            same($what, $expected, mongodb_commands(function () use (&$said, $operation) { $said = $operation(); }));
            check("$what: what it says", false !== $said);
        }
        same('nothing is left', ['_id' => $id], document_find($id));
    }
});
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: acquire
ok: acquireRead
ok: refresh
ok: isAcquired
ok: release
ok: how many commands
