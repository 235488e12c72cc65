--TEST--
Memory per lock: one that was only made has no Key yet, one that is held in memory is small, and the collector adds nothing
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) die('skip for 64 bits');
if (PHP_DEBUG) die('skip a debug PHP adds to each block');
?>
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\InMemoryStore;

const LOCKS = 2 ** 14;

/** Bytes for each of the objects that $make makes, without its name and without the engine's list of objects. */
function bytes(callable $make): int
{
    global $kept;
    $kept = array_fill(0, LOCKS, null);
    $before = memory_get_usage();
    for ($i = 0; $i < LOCKS; ++$i) {
        $kept[$i] = $make(NAMES[$i]);
    }
    $bytes = (int) round((memory_get_usage() - $before) / LOCKS);

    return $bytes;
}

define('NAMES', array_map(static fn (int $i) => "resource-$i", range(0, LOCKS - 1)));
// The list of objects has grown to its size by then.
$grown = array_map(static fn () => new stdClass(), range(1, 4 * LOCKS));
unset($grown);
gc_disable();

$factory = new LockFactory(new InMemoryStore());
// Since PHP 8.4 an object whose class has __debugInfo() has a guard against recursion.
$guard = PHP_VERSION_ID >= 80400 ? 16 : 0;
// Where the engine's allocator is off nothing is counted, or, with sanitizers, what was asked for instead of what was
// taken.
[$bare, $made, $key, $both, $held] = match (true) {
    '0' !== getenv('USE_ZEND_ALLOC') => [40, 80, $k = 112 + $guard, 80 + $k, 80 + $k + 80 + 40],
    (bool) getenv('USE_TRACKED_ALLOC') => [40, 80, $k = 104 + $guard, 80 + $k, 80 + $k + 76 + 40],
    default => [0, 0, 0, 0, 0],
};
same('an object without anything, for comparison', $bare, bytes(static fn () => new stdClass()));
same('a lock that was made', $made, bytes(static fn (string $name) => $factory->createLock($name, 30)));
same('a key', $key, bytes(static fn (string $name) => new Key($name)));
same('a lock with its key', $both, bytes(static fn (string $name) => $factory->createLockFromKey(new Key($name), 30)));

// The key, its token, and the entry in the store's table, which is just full.
$acquired = bytes(static function (string $name) use ($factory) {
    $lock = $factory->createLock($name, 30);
    $lock->acquire();

    return $lock;
});
same('a lock that is held', $held, $acquired);
$before = memory_get_usage();
gc_enable();
gc_collect_cycles();
check(
    'a look of the garbage collector adds nothing',
    memory_get_usage() - $before < LOCKS,
    memory_get_usage() - $before,
);
check('all of them are held', array_reduce($kept, static fn (bool $all, $lock) => $all && $lock->isAcquired(), true));
?>
--EXPECT--
ok: an object without anything, for comparison
ok: a lock that was made
ok: a key
ok: a lock with its key
ok: a lock that is held
ok: a look of the garbage collector adds nothing
ok: all of them are held
