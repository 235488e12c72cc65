--TEST--
FlockStore: what stands in the place of a lock file, and is none, is neither used nor removed
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$dir = temporary_directory();
mkdir("$dir/locks");
$acquire = fn (bool $remove = false) =>
    (new LockFactory(new FlockStore("$dir/locks", $remove)))->createLock('name')->acquire();
$refused = fn (string $what) => raises($what, LockAcquiringException::class, null, $acquire);

$acquire();
[$file] = glob("$dir/locks/sf.name.*.lock");
unlink($file);
file_put_contents("$dir/victim", 'precious');
// It could make us open, and with flock+remove unlink, any file.
symlink("$dir/victim", $file);
foreach (['flock' => false, 'flock+remove' => true] as $how => $remove) {
    $message = 'Failed to acquire the "name" lock.';
    $e = raises("$how: a link", LockAcquiringException::class, $message, fn () => $acquire($remove));
    same("$how: as a storage error", LockStorageException::class, $e?->getPrevious() ? $e->getPrevious()::class : null);
    foreach (['save', 'saveRead', 'waitAndSave'] as $method) {
        $store = new FlockStore("$dir/locks", $remove);
        raises("$how: $method", LockStorageException::class, null, fn () => $store->$method(new Key('name')));
    }
}
unlink($file);
symlink("$dir/not-there", $file);
$refused('a link to nowhere');
same('made nothing', false, file_exists("$dir/not-there"));
same('and the other file is as it was', 'precious', file_get_contents("$dir/victim"));
unlink($file);
mkdir($file);
$refused('a directory');
rmdir($file);
posix_mkfifo($file, 0666);
$start = now();
outcome($acquire);
check('a pipe does not hang', now() - $start < 10);
unlink($file);
$store = new FlockStore("$dir/locks");
rmdir("$dir/locks");
$lock = (new LockFactory($store))->createLock('name');
$e = raises('no directory any more', LockAcquiringException::class, null, fn () => $lock->acquire());
check('says why', str_contains(chain($e), 'No such file or directory'), chain($e));
?>
--EXPECT--
ok: flock: a link
ok: flock: as a storage error
ok: flock: save
ok: flock: saveRead
ok: flock: waitAndSave
ok: flock+remove: a link
ok: flock+remove: as a storage error
ok: flock+remove: save
ok: flock+remove: saveRead
ok: flock+remove: waitAndSave
ok: a link to nowhere
ok: made nothing
ok: and the other file is as it was
ok: a directory
ok: a pipe does not hang
ok: no directory any more
ok: says why
