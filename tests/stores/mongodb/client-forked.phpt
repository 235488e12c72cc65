--TEST--
MongoDbStore through a Manager: in a process that has forked no answer to another process is taken for a granted lock
--EXTENSIONS--
pcntl
posix
mongodb
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/mongodb.inc';
require __DIR__.'/../../inc/mongodb-primary.inc';

use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

/** A child that ends as one that was only there to do something else. */
function fork_once(): void
{
    if (!pcntl_fork()) {
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
}

/** An answer to a find; of a document with that token, or of none. */
function found(?Key $key = null, ?string $token = null): array
{
    $document = $key ? [['_id' => (string) $key, 'token' => $token ?? $key->getState(MongoDbStore::class)]] : [];

    return ['cursor' => ['id' => 0, 'ns' => 'a.b', 'firstBatch' => $document], 'ok' => 1.0];
}

// It says that it has done whatever it was told to, as the answers to another process do.
$primary = new MongodbPrimary();
$store = new MongoDbStore(
    new Manager("mongodb://$primary->host/?replicaSet=rs"),
    ['database' => 'a', 'collection' => 'b', 'gcProbability' => 0.0],
);
$done = ['n' => 1, 'ok' => 1.0];
$contradictory = fn (string $what, callable $f) => raises(
    $what, LockStorageException::class, 'contradictory answers', $f,
);

(new MongoDbStore("mongodb://$primary->host/a?collection=b&replicaSet=rs", ['gcProbability' => 0.0]))
    ->save($key = new Key(unique()));
fork_once();
$primary->heard();

group('isAcquired', function () use ($primary, $store, $key, $contradictory) {
    $primary->answers(found($key, 'another'));
    $contradictory('the document of another', fn () => $store->exists($key));
    $primary->answers(found($key));
    same('its own', true, $store->exists($key));
    same('what arrived', 'find find', $primary->heard());
});

group('acquire', function () use ($primary, $store, $done, $contradictory) {
    $primary->answers($done, found(), $done, found());
    $contradictory('not there', fn () => $store->save(new Key(unique())));
    same('what arrived', 'update find delete find', $primary->heard());
    $primary->answers($done, found(new Key('name'), 'another'), $done, found());
    $contradictory('the document of another', fn () => $store->save(new Key('name')));
    $primary->answers(['n' => 0, 'ok' => 1.0]);
    raises('refused', Symfony\Component\Lock\Exception\LockConflictedException::class, null,
        fn () => $store->save(new Key(unique())));
    $primary->heard();
});
group('acquire once more', function () use ($primary, $store, $key, $done, $contradictory) {
    $primary->answers($done + ['upserted' => [['index' => 0, '_id' => (string) $key]]], found());
    $contradictory('not there', fn () => $store->save($key));
    same('what was held is not given back', 'update find', $primary->heard());
    $primary->answers($done, found($key));
    $store->save($key);
});
group('refresh', function () use ($primary, $store, $key, $done, $contradictory) {
    $primary->answers($done, found());
    $contradictory('not there', fn () => $store->putOffExpiration($key, 60));
    $primary->answers($done, found($key));
    $store->putOffExpiration($key, 60);
});
group('release', function () use ($primary, $store, $key, $done, $contradictory) {
    $primary->answers($done, found($key));
    $contradictory('still there', fn () => $store->delete($key));
    $primary->answers($done, found());
    $store->delete($key);
});
$primary->end();

group('how many commands', function () {
    $options = ['database' => mongodb_database(), 'collection' => 'lock', 'gcProbability' => 0];
    $store = new MongoDbStore(new Manager(mongodb_server()), $options);
    foreach (['text', "\xff"] as $prefix) {
        $lock = new Lock(new Key($name = $prefix.unique()), $store, 30);
        $other = new Lock(new Key($name), $store, 30);
        foreach ([
            'acquire' => ['update find', fn () => $lock->acquire()],
            'acquire, held by another' => ['update', fn () => !$other->acquire()],
            'refresh' => ['update find', fn () => $lock->refresh()],
            'isAcquired' => ['find', fn () => $lock->isAcquired()],
            'release' => ['delete find', fn () => $lock->release()],
        ] as $what => [$expected, $operation]) {
            $said = null;
            same($what, $expected, mongodb_commands(function () use (&$said, $operation) { $said = $operation(); }));
            check("$what: what it says", false !== $said);
        }
    }
});
?>
--EXPECT--
ok: isAcquired
ok: acquire
ok: acquire once more
ok: refresh
ok: release
ok: how many commands
