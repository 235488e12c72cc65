--TEST--
FlockStore: what cannot be opened is a storage error that names the file and the cause, never a conflict
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
$store = new FlockStore($directory);
$file = "$directory/sf.name.".strtr(substr(base64_encode(hash('sha256', 'name', true)), 0, 7), '/', '_').'.lock';
$key = new Key('name');
$store->save($key);
same('the file', true, is_file($file));
$store->delete($key);

foreach (['save', 'saveRead', 'waitAndSave', 'waitAndSaveRead'] as $method) {
    unlink($file);
    touch("$directory/target");
    symlink("$directory/target", $file);
    raises(
        "$method: a symbolic link",
        LockStorageException::class,
        "Refused to open the lock file \"$file\": it is a symbolic link",
        fn () => $store->$method($key),
    );
    same('nothing is held', false, $store->exists($key));
    unlink($file);
    unlink("$directory/target");
    symlink("$directory/target", $file);
    raises(
        "$method: one that leads nowhere",
        LockStorageException::class,
        'it is a symbolic link',
        fn () => $store->$method($key),
    );
    same('and nothing is made where it leads', false, file_exists("$directory/target"));
}
same('as a lock', 'Symfony\Component\Lock\Exception\LockAcquiringException: Failed to acquire the "name" lock.'
    .' <- Symfony\Component\Lock\Exception\LockStorageException: Refused to open the lock file "'.$file
    .'": it is a symbolic link',
    outcome(fn () => lock_on($store, 'name')->acquire()));

unlink($file);
mkdir($file);
raises(
    'a directory',
    LockStorageException::class,
    "Cannot open the lock file \"$file\": Is a directory",
    fn () => $store->save($key),
);
rmdir($file);

$limits = posix_getrlimit();
posix_setrlimit(POSIX_RLIMIT_NOFILE, 3, $limits['hard openfiles']);
$error = outcome(fn () => $store->save($key));
posix_setrlimit(POSIX_RLIMIT_NOFILE, $limits['soft openfiles'], $limits['hard openfiles']);
same(
    'too many open files',
    LockStorageException::class.": Cannot open the lock file \"$file\": Too many open files",
    $error,
);
same('it works again', null, $store->save($key));
$store->delete($key);

// A long path loses its beginning, not the cause.
$deep = new FlockStore($long = $directory.str_repeat('/'.str_repeat('x', 200), 3));
symlink('nowhere', "$long/".basename($file));
raises(
    'a long path',
    LockStorageException::class,
    substr($long, -300).'/'.basename($file).'": it is a symbolic link',
    fn () => $deep->save($key),
);

same('the directory is gone', [
    'Symfony\Component\Lock\Exception\LockStorageException: Cannot open the lock file "'.$file
        .'": No such file or directory',
    true,
], (function () use ($directory, $store, $key) {
    rename($directory, "$directory-moved");
    $result = outcome(fn () => $store->save($key));
    rename("$directory-moved", $directory);

    return [$result, null === $store->save($key)];
})());
$store->delete($key);

// Other users: as another user than root, whom nothing is forbidden.
echo '--', "\n";
chmod($directory, 0755);
mkdir("$directory/shared");
chmod("$directory/shared", 0755);
foreach (['readable' => 0444, 'writable' => 0222, 'closed' => 0] as $name => $mode) {
    (new FlockStore("$directory/shared"))->save($keys[] = new Key($name));
    $keys = [];
    chmod(glob("$directory/shared/sf.$name.*")[0], $mode);
}
chmod("$directory/shared", 0777);
same(
    'in another process',
    "\"r+ for all\": NULL\n\"readable\": NULL\n\"writable\": \"Permission denied\"\n\"closed\": \"Permission denied\"\n",
    output_of(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\FlockStore;

    0 === posix_geteuid() && posix_setgid(65534) && posix_setuid(65534);
    $store = new FlockStore($argv[1]);
    foreach (['r+ for all', 'readable', 'writable', 'closed'] as $name) {
        try {
            $result = $store->save(new Key($name));
        } catch (Symfony\Component\Lock\Exception\LockStorageException $e) {
            $result = preg_replace('/.*": /', '', $e->getMessage());
        }
        echo show($name), ': ', show($result), "\n";
    }
    CODE, 'here', ['posix'], [], ["$directory/shared"]),
);
// A token that the file does not keep would be the next owner's as well.
same(
    'a fencing token that cannot be written',
    '"this user may only read it, and a fencing token has to be written", and without tokens: NULL',
    output_of(<<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Store\FlockStore;

    0 === posix_geteuid() && posix_setgid(65534) && posix_setuid(65534);
    try {
        $result = (new FlockStore($argv[1], false, ['fencing' => true]))->save(new Key('readable'));
    } catch (Symfony\Component\Lock\Exception\LockStorageException $e) {
        $result = preg_replace('/.*": /', '', $e->getMessage());
    }
    $without = outcome(fn () => (new FlockStore($argv[1]))->save(new Key('readable')));
    echo show($result), ', and without tokens: ', $without;
    CODE, 'here', ['posix'], [], ["$directory/shared"]),
);
?>
--EXPECT--
ok: the file
ok: save: a symbolic link
ok: nothing is held
ok: save: one that leads nowhere
ok: and nothing is made where it leads
ok: saveRead: a symbolic link
ok: nothing is held
ok: saveRead: one that leads nowhere
ok: and nothing is made where it leads
ok: waitAndSave: a symbolic link
ok: nothing is held
ok: waitAndSave: one that leads nowhere
ok: and nothing is made where it leads
ok: waitAndSaveRead: a symbolic link
ok: nothing is held
ok: waitAndSaveRead: one that leads nowhere
ok: and nothing is made where it leads
ok: as a lock
ok: a directory
ok: too many open files
ok: it works again
ok: a long path
ok: the directory is gone
--
ok: in another process
ok: a fencing token that cannot be written
