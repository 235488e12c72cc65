--TEST--
FlockStore: what it may not write it refuses, and a lock file that may be read is enough
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

umask(022);
$dir = temporary_directory();

/** Who root is told apart by: the same code as a user without rights, in a process of its own. */
function as_nobody(string $code, string ...$arguments): string
{
    $drop = 'if (0 === posix_getuid()) { posix_setgid(65534); posix_setuid(65534); } ';

    return output_of(
        "use Symfony\Component\Lock\Key; use Symfony\Component\Lock\LockFactory; "
            ."use Symfony\Component\Lock\Store\FlockStore; $drop $code",
        'here',
        ['posix'],
        [],
        $arguments,
    );
}
const TRY_IT =
    'echo outcome(fn () => (new LockFactory(new FlockStore($argv[1])))->createLock($argv[2] ?? "r")->acquire()), "\n";';

mkdir("$dir/closed");
chmod("$dir/closed", 0555);
chmod($dir, 0755);
$refused = InvalidArgumentException::class.": The FlockStore directory \"$dir/closed";
same('not writable', "$refused\" is not writable.\n", as_nobody(TRY_IT, "$dir/closed"));
same('cannot be made', "$refused/x\" does not exists and cannot be created.\n", as_nobody(TRY_IT, "$dir/closed/x"));
mkdir("$dir/open");
chmod("$dir/open", 0777);
same('writable', "true\n", as_nobody(TRY_IT, "$dir/open"));

// A lock file that may only be read is enough to lock: nothing is ever written into it.
$store = new FlockStore("$dir/open");
(new LockFactory($store))->createLock('readable')->acquire();
[$file] = glob("$dir/open/sf.readable.*.lock");
same('mode', 0666, fileperms($file) & 0777);
chmod($file, 0444);
same('a lock file of another user that may only be read', "true\n", as_nobody(TRY_IT, "$dir/open", 'readable'));
chmod($file, 0000);
$answer = as_nobody(TRY_IT, "$dir/open", 'readable');
check(
    'a lock file that may not be read',
    str_starts_with(
        $answer,
        LockAcquiringException::class.': Failed to acquire the "readable" lock. <- '.LockStorageException::class.': ',
    ),
    $answer,
);
?>
--EXPECT--
ok: not writable
ok: cannot be made
ok: writable
ok: mode
ok: a lock file of another user that may only be read
ok: a lock file that may not be read
