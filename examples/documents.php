<?php
/*
 * Locks in documents, beside Doctrine's MongoDB ODM: versions and pessimistic locks of a post that two people edit.
 *
 *     php -d extension=slock.so examples/documents.php mongodb://127.0.0.1 blog
 */

use MongoDB\Driver\BulkWrite;
use MongoDB\Driver\Manager;
use Slock\Store\MongoDbDocumentStore;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\LockFactory;

$manager = new Manager($argv[1] ?? 'mongodb://127.0.0.1');
$database = $argv[2] ?? 'blog';
$write = new BulkWrite();
foreach ([1, 2] as $id) {
    $write->update(['_id' => $id], ['_id' => $id, 'title' => 'Draft', 'version' => 1], ['upsert' => true]);
}
$manager->executeBulkWrite("$database.posts", $write);

$store = new MongoDbDocumentStore($manager, ['database' => $database, 'collection' => 'posts']);
$factory = new LockFactory($store);
$lock = fn (int $id) => $factory->createLockFromKey($store::key($id), 30);
$answer = fn (bool $ok): string => $ok ? 'yes' : 'no';

// Alice and Bob have read the version 1 of one post.
echo 'Alice saves, the version is ', $store->update(1, 1, ['$set' => ['title' => "Alice's"]]), ".\n";
try {
    $store->update(1, 1, ['$set' => ['title' => "Bob's"]]);
} catch (LockConflictedException $e) {
    echo 'Bob does not: ', $e->getMessage(), "\n";
}
try {
    $store->assertVersion(1, 1);
} catch (LockConflictedException $e) {
    echo 'Bob reads again: ', $e->getMessage(), "\n";
}

// Pessimistic, for writing and for reading.
$alice = $lock(1);
$bob = $lock(1);
echo 'Alice locks for writing: ', $answer($alice->acquire()), "\n";
echo 'Bob locks for writing:   ', $answer($bob->acquire()), "\n";
echo 'Bob locks for reading:   ', $answer($bob->acquireRead()), "\n";
echo 'Alice only reads:        ', $answer($alice->acquireRead()), "\n";
echo 'Bob locks for reading:   ', $answer($bob->acquireRead()), "\n";
$bob->release();

// Each has one post and wants the other one: who waits with a bound gives up, and there is no deadlock.
$alice->acquire();
$bob = $lock(2);
$bob->acquire();
$second = $lock(2);
echo 'Alice waits for the second post: ', $answer($second->acquire(true, 0.2)), "\n";
$alice->release();
$both = $lock(1);
echo 'So Bob gets the first one:       ', $answer($both->acquire()), "\n";

// At the end of the request, as here with their last variable, locks are released.
unset($both, $bob);
echo 'Both are free again:             ', $answer($alice->acquire() && $second->acquire()), "\n";
