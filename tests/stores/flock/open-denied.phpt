--TEST--
FlockStore: a file that another user is just making, and that is not open to all yet, is tried again; not indefinitely
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

$directory = temporary_directory();
(new FlockStore($directory))->save(new Key('r'));
[$file] = glob("$directory/sf.r.*.lock");

/** What save() ends in while open() is refused so often, and how often that was. */
function denied(string $when): array
{
    global $directory, $file;
    $trace = temporary_directory().'/trace';
    $end = Child::start(<<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Store\FlockStore;

        echo outcome(fn () => (new FlockStore($argv[1]))->save(new Key('r')));
        CODE, 'here', [], [], [$directory], [
        'strace', '-f', '-o', $trace, '-P', $file, '-e', 'trace=openat', '-e', "inject=openat:error=EACCES:when=$when",
    ])->finish();

    return [$end, substr_count(file_get_contents($trace), 'INJECTED')];
}

group('open in time', function () {
    // Each time for writing, and for reading.
    same('saved', ['NULL', 6], denied('1..6'));
});
group('never', function () use ($file) {
    [$end, $count] = denied('1+');
    same(
        'the exception',
        "Symfony\Component\Lock\Exception\LockStorageException: Cannot open the lock file \"$file\": Permission denied",
        $end,
    );
    between('times', 4, 100, $count);
});
?>
--EXPECT--
ok: open in time
ok: never
