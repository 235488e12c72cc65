<?php
/*
 * A transaction under a lock of a document: the lock is taken before the transaction begins and released after its end,
 * by a store without the session; what is written in between, by the version, is part of it.
 *
 *     php -d extension=slock.so examples/document-transaction.php mongodb://127.0.0.1 blog
 */

use MongoDB\Driver\BulkWrite;
use MongoDB\Driver\Exception\CommandException;
use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\LockFactory;

$manager = new Manager($argv[1] ?? 'mongodb://127.0.0.1');
$posts = ['database' => $argv[2] ?? 'blog', 'collection' => 'posts'];
$write = new BulkWrite();
$write->update(['_id' => 3], ['_id' => 3, 'title' => 'Draft', 'version' => 1], ['upsert' => true]);
$manager->executeBulkWrite(implode('.', $posts), $write);

$store = new MongoDbDocumentStore($manager, $posts);
$lock = (new LockFactory($store))->createLockFromKey($store::key(3), 30);
if (!$lock->acquire(true, 5.0)) {
    exit("Somebody else edits the post.\n");
}
$session = $manager->startSession();
$within = new MongoDbDocumentStore($manager, $posts + ['session' => $session]);
$session->startTransaction();
try {
    $version = $within->update(3, 1, ['$set' => ['title' => 'News']]);
    $history = new BulkWrite();
    $history->insert(['post' => 3, 'version' => $version]);
    $manager->executeBulkWrite("$posts[database].history", $history, ['session' => $session]);
    $session->commitTransaction();
    echo "Saved, and in the history: version $version.\n";
} catch (CommandException $e) {
    // The lock is held all the same, and nobody has seen a part of it: begin again, or give up.
    echo "Not saved: {$e->getMessage()}\n";
} finally {
    $lock->release();
}
