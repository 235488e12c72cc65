--TEST--
FlockStore: directories that are missing, not writable or files, and lock files that are not what they should be
--EXTENSIONS--
posix
pcntl
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
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

new FlockStore("$dir/a/b/c");
same('a missing directory is made, with its parents', true, is_dir("$dir/a/b/c"));
new FlockStore("$dir/a/b/c/");
same('a slash at the end', true, (new LockFactory(new FlockStore("$dir/a/b/c/")))->createLock('r')->acquire());
new FlockStore();
(new FlockStore(null))->save($key = new Key(unique()));
check(
    'the default is the temporary directory',
    1 === count(glob(sys_get_temp_dir().'/sf.'.substr($key, 0, 40).'*.lock')),
);
array_map('unlink', glob(sys_get_temp_dir().'/sf.'.substr($key, 0, 40).'*.lock'));

touch("$dir/file");
raises(
    'a file',
    InvalidArgumentException::class,
    "The FlockStore directory \"$dir/file\" does not exists and cannot be created.",
    fn () => new FlockStore("$dir/file"),
);
raises(
    'below a file',
    InvalidArgumentException::class,
    "The FlockStore directory \"$dir/file/x\" does not exists and cannot be created.",
    fn () => new FlockStore("$dir/file/x"),
);
raises('a name with a NUL byte', 'ValueError', 'null bytes', fn () => new FlockStore("$dir/a\0b"));
raises(
    'a name that is too long',
    InvalidArgumentException::class,
    'does not exists and cannot be created.',
    fn () => new FlockStore("$dir/".str_repeat('x', 5000)),
);
symlink("$dir/nowhere", "$dir/dangling");
$make = fn () => new FlockStore("$dir/dangling");
if (PHP_ZTS) {
    // mkdir() of a thread-safe PHP follows the link.
    check('a link to nowhere', $make() instanceof FlockStore && is_dir("$dir/nowhere"));
} else {
    raises('a link to nowhere', InvalidArgumentException::class, 'does not exists and cannot be created.', $make);
}
mkdir("$dir/real");
symlink("$dir/real", "$dir/link");
same('a link to a directory', true, (new LockFactory(new FlockStore("$dir/link")))->createLock('r')->acquire());
same('leads there', 1, count(glob("$dir/real/sf.r.*.lock")));

mkdir("$dir/closed");
chmod("$dir/closed", 0555);
chmod($dir, 0755);
same(
    'not writable',
    "Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory \"$dir/closed\" is not writable.\n",
    as_nobody(TRY_IT, "$dir/closed"),
);
same(
    'cannot be made',
    "Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory \"$dir/closed/x\" does not exists and cannot be created.\n",
    as_nobody(TRY_IT, "$dir/closed/x"),
);
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

// A symbolic link in the place of the lock file could make us open, and with flock+remove unlink, any file.
(new LockFactory($store))->createLock('linked')->acquire();
[$file] = glob("$dir/open/sf.linked.*.lock");
unlink($file);
file_put_contents("$dir/victim", 'precious');
symlink("$dir/victim", $file);
foreach ([false, true] as $remove) {
    $how = $remove ? 'flock+remove' : 'flock';
    $e = raises(
        "$how: a link in the place of the lock file",
        LockAcquiringException::class,
        'Failed to acquire the "linked" lock.',
        fn () => (new LockFactory(new FlockStore("$dir/open", $remove)))->createLock('linked')->acquire(),
    );
    same("$how: as a storage error", LockStorageException::class, $e?->getPrevious() ? $e->getPrevious()::class : null);
    raises(
        "$how: save",
        LockStorageException::class,
        null,
        fn () => (new FlockStore("$dir/open", $remove))->save(new Key('linked')),
    );
    raises(
        "$how: saveRead",
        LockStorageException::class,
        null,
        fn () => (new FlockStore("$dir/open", $remove))->saveRead(new Key('linked')),
    );
    raises(
        "$how: waitAndSave",
        LockStorageException::class,
        null,
        fn () => (new FlockStore("$dir/open", $remove))->waitAndSave(new Key('linked')),
    );
}
unlink($file);
symlink("$dir/not-there", $file);
raises(
    'a link to nowhere in the place of the lock file',
    LockAcquiringException::class,
    null,
    fn () => (new LockFactory($store))->createLock('linked')->acquire(),
);
same('made nothing', false, file_exists("$dir/not-there"));
same('and the other file is as it was', 'precious', file_get_contents("$dir/victim"));
unlink($file);
mkdir($file);
raises(
    'a directory in the place of the lock file',
    LockAcquiringException::class,
    null,
    fn () => (new LockFactory($store))->createLock('linked')->acquire(),
);
rmdir($file);
posix_mkfifo($file, 0666);
$start = now();
outcome(fn () => (new LockFactory($store))->createLock('linked')->acquire());
check('a pipe in the place of the lock file does not hang', now() - $start < 10);
unlink($file);

// The directory goes away.
mkdir("$dir/gone");
$store = new FlockStore("$dir/gone");
rmdir("$dir/gone");
$e = raises(
    'a directory that is gone',
    LockAcquiringException::class,
    null,
    fn () => (new LockFactory($store))->createLock('r')->acquire(),
);
check('says why', str_contains(chain($e), 'No such file or directory'), chain($e));
?>
--EXPECT--
ok: a missing directory is made, with its parents
ok: a slash at the end
ok: the default is the temporary directory
ok: a file
ok: below a file
ok: a name with a NUL byte
ok: a name that is too long
ok: a link to nowhere
ok: a link to a directory
ok: leads there
ok: not writable
ok: cannot be made
ok: writable
ok: mode
ok: a lock file of another user that may only be read
ok: a lock file that may not be read
ok: flock: a link in the place of the lock file
ok: flock: as a storage error
ok: flock: save
ok: flock: saveRead
ok: flock: waitAndSave
ok: flock+remove: a link in the place of the lock file
ok: flock+remove: as a storage error
ok: flock+remove: save
ok: flock+remove: saveRead
ok: flock+remove: waitAndSave
ok: a link to nowhere in the place of the lock file
ok: made nothing
ok: and the other file is as it was
ok: a directory in the place of the lock file
ok: a pipe in the place of the lock file does not hang
ok: a directory that is gone
ok: says why
