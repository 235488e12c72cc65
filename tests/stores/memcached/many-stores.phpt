--TEST--
MemcachedStore by DSN: stores of several servers that have gone leave no memory behind
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc';
is_readable('/proc/self/status') or exit('skip no /proc/self/status'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/memcached.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\MemcachedStore;

/** Each finds out which of its servers has the key, in memory that PHP does not count; nobody listens there. */
function use_stores(int $count): int
{
    for ($refused = 0; $count > 0; --$count) {
        try {
            (new MemcachedStore('memcached:?host[127.0.0.1:1]&host[127.0.0.1:2]'))->exists(new Key('name'));
        } catch (LockStorageException) {
            ++$refused;
        }
    }

    return $refused;
}

/** kB */
function in_use(): int
{
    preg_match('/^VmData:\s+(\d+) kB$/m', file_get_contents('/proc/self/status'), $found);

    return (int) $found[1];
}

use_stores(100);
$before = in_use();
same('none is reached', 1000, use_stores(1000));
$more = in_use() - $before;
// Sanitizers and valgrind keep what was freed; they look for leaks themselves.
$keeps = getenv('ASAN_OPTIONS') || '0' === getenv('USE_ZEND_ALLOC');
// Where the servers of one store stand takes more than 15 kB.
check('no memory', $keeps || $more < 8192, "$more kB");
?>
--EXPECT--
ok: none is reached
ok: no memory
