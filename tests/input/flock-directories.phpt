--TEST--
FlockStore: which directories it makes, takes and refuses
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\FlockStore;

$dir = temporary_directory();
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
