<?php
/*
 * Readers share a lock, a writer has it alone. One who reads can become the writer (promotion) when nobody else reads,
 * and a writer can go back to reading (demotion) without letting go in between.
 *
 *     php -d extension=slock.so examples/sharing.php
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$factory = new LockFactory(new FlockStore());
$answer = fn (bool $ok): string => $ok ? 'yes' : 'no';

$first = $factory->createLock('catalogue');
$second = $factory->createLock('catalogue');
$third = $factory->createLock('catalogue');

echo 'The first reads:          ', $answer($first->acquireRead()), "\n";
echo 'The second reads as well: ', $answer($second->acquireRead()), "\n";
echo 'The third wants to write: ', $answer($third->acquire()), "\n";
$second->release();
echo "The second stops reading.\n";

// Promotion: acquire() on a lock that was acquired for reading.
echo 'The first writes now:     ', $answer($first->acquire()), "\n";
echo 'The second reads again:   ', $answer($second->acquireRead()), "\n";

// Demotion: acquireRead() on a lock that was acquired for writing.
echo 'The first only reads:     ', $answer($first->acquireRead()), "\n";
echo 'The second reads again:   ', $answer($second->acquireRead()), "\n";
$first->release();
$second->release();
