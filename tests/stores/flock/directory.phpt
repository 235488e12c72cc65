--TEST--
FlockStore: which directories it takes, makes and refuses
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

function locks_in(FlockStore $store, string $directory): bool
{
    $store->save($key = new Key(unique()));
    $files = array_filter(glob("$directory/sf.*"), fn ($file) => str_contains($file, (string) $key));
    $store->delete($key);

    return 1 === count($files);
}

$base = temporary_directory();
$missing = 'The FlockStore directory "%s" does not exists and cannot be created.';

same('the default', true, locks_in(new FlockStore(), sys_get_temp_dir()));
array_map(unlink(...), glob(sys_get_temp_dir().'/sf.r-'.getmypid().'-*'));

umask(0027);
same('made when it is missing', true, locks_in(new FlockStore("$base/a/b/c"), "$base/a/b/c"));
same(
    'with the modes that the umask leaves',
    ['750', '750', '750'],
    array_map(fn ($d) => decoct(fileperms($d) & 0777), ["$base/a", "$base/a/b", "$base/a/b/c"]),
);
same('slashes at its end', true, locks_in(new FlockStore("$base/a//"), "$base/a"));
same('a file: URL', true, locks_in(new FlockStore("file://$base/a"), "$base/a"));
symlink("$base/a", "$base/link");
same('a symbolic link to a directory', true, locks_in(new FlockStore("$base/link"), "$base/a"));

chdir($base);
$relative = new FlockStore('relative/path');
$here = new FlockStore('.');
chdir('/');
same('a relative path stays where it was', true, locks_in($relative, "$base/relative/path"));
same('so does the current directory', true, locks_in($here, $base));
same('and nothing else was made', false, file_exists('/relative'));

touch("$base/file");
raises(
    'a file in its place',
    InvalidArgumentException::class,
    sprintf($missing, "$base/file"),
    fn () => new FlockStore("$base/file"),
);
raises(
    'below a file',
    InvalidArgumentException::class,
    sprintf($missing, "$base/file/x"),
    fn () => new FlockStore("$base/file/x"),
);
symlink("$base/nowhere", "$base/dangling");
// A thread-safe PHP makes the directory that the link leads to.
PHP_ZTS
    ? print("ok: a link to nowhere\n")
    : raises(
        'a link to nowhere',
        InvalidArgumentException::class,
        sprintf($missing, "$base/dangling"),
        fn () => new FlockStore("$base/dangling"),
    );
raises('the empty path', InvalidArgumentException::class, sprintf($missing, ''), fn () => new FlockStore(''));
raises('a NUL byte', ValueError::class, 'must not contain any null bytes', fn () => new FlockStore("$base\0/x"));
raises(
    'a stream wrapper',
    InvalidArgumentException::class,
    'The FlockStore directory "php://memory" is not a local one.',
    fn () => new FlockStore('php://memory'),
);
raises(
    'far too long',
    InvalidArgumentException::class,
    'does not exists and cannot be created.',
    fn () => new FlockStore($base.str_repeat('/'.str_repeat('x', 200), 40)),
);
raises('not a path', TypeError::class, 'must be of type ?string, array given', fn () => new FlockStore([]));

$store = new FlockStore("$base/a");
raises(
    'constructed again with a wrong one',
    InvalidArgumentException::class,
    null,
    fn () => $store->__construct("$base/file"),
);
same('it stays as it was', true, locks_in($store, "$base/a"));
$store->save($key = new Key('kept'));
raises('constructed again', Error::class, 'Cannot construct', fn () => $store->__construct("$base/relative"));
same(
    'what it held is held where it was',
    [true, true],
    [$store->exists($key), (new FlockStore("$base/a"))->exists($key)],
);
$store->delete($key);

// As another user than root, whom nothing is forbidden.
$code = <<<'CODE'
    use Symfony\Component\Lock\Store\FlockStore;

    0 === posix_geteuid() && posix_setgid(65534) && posix_setuid(65534);
    foreach (['readonly', 'closed/x', 'readonly/x'] as $name) {
        echo str_replace($argv[1], '...', outcome(fn () => new FlockStore("$argv[1]/$name"))), "\n";
    }
    CODE;
mkdir("$base/readonly", 0555);
mkdir("$base/closed");
mkdir("$base/closed/x");
chmod("$base/closed", 0);
chmod($base, 0755);
echo output_of($code, 'here', ['posix'], [], [$base]);

mkdir("$base/inside");
// What lies outside of open_basedir is out of reach, whether it exists or not.
echo str_replace($base, '...', output_of(<<<'CODE'
    use Symfony\Component\Lock\Store\FlockStore;

    echo outcome(fn () => new FlockStore("$argv[1]/inside/new")), "\n";
    foreach (['a', 'outside', 'inside/../a', 'link'] as $name) {
        echo outcome(fn () => @new FlockStore("$argv[1]/$name")), "\n";
    }
    set_error_handler(function ($type, $text) { echo $text, "\n"; return true; });
    echo outcome(fn () => new FlockStore("$argv[1]/outside")), "\n";
    // Nor is it by what was serialized where it was within reach.
    $inside = serialize(new FlockStore("$argv[1]/inside"));
    echo outcome(fn () => get_class(unserialize($inside))), "\n";
    foreach (['a', 'outside', 'link'] as $name) {
        $other = "$argv[1]/$name";
        echo outcome(fn () => unserialize(preg_replace_callback(
            '/s:\d+:"([^"]*\/inside)"/', fn () => 's:'.strlen($other).":\"$other\"", $inside))), "\n";
    }
    CODE, 'here', [], ['open_basedir' => "$base/inside:".dirname(__DIR__, 3)], [$base]));
same('nothing was made outside', false, file_exists("$base/outside"));
?>
--EXPECTF--
ok: the default
ok: made when it is missing
ok: with the modes that the umask leaves
ok: slashes at its end
ok: a file: URL
ok: a symbolic link to a directory
ok: a relative path stays where it was
ok: so does the current directory
ok: and nothing else was made
ok: a file in its place
ok: below a file
ok: a link to nowhere
ok: the empty path
ok: a NUL byte
ok: a stream wrapper
ok: far too long
ok: not a path
ok: constructed again with a wrong one
ok: it stays as it was
ok: constructed again
ok: what it held is held where it was
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../readonly" is not writable.
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../closed/x" does not exists and cannot be created.
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../readonly/x" does not exists and cannot be created.
object(Symfony\Component\Lock\Store\FlockStore)
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../a" does not exists and cannot be created.
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../outside" does not exists and cannot be created.
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../inside/../a" does not exists and cannot be created.
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../link" does not exists and cannot be created.
Symfony\Component\Lock\Store\FlockStore::__construct(): open_basedir restriction in effect. File(.../outside) is not within the allowed path(s): (%s)
Symfony\Component\Lock\Exception\InvalidArgumentException: The FlockStore directory ".../outside" does not exists and cannot be created.
"Symfony\\Component\\Lock\\Store\\FlockStore"
Exception: Invalid serialization data for Symfony\Component\Lock\Store\FlockStore object
Exception: Invalid serialization data for Symfony\Component\Lock\Store\FlockStore object
Exception: Invalid serialization data for Symfony\Component\Lock\Store\FlockStore object
ok: nothing was made outside
