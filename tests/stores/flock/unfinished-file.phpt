--TEST--
FlockStore: a file that another user is just making is not written to before it is open to all; a mode that somebody has given it stays
--EXTENSIONS--
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/process.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\FlockStore;

const ACQUIRES = <<<'CODE'
    [, $directory, $fencing, $method, $drop] = $argv;
    // Root is refused nothing.
    $drop && 0 === posix_geteuid() && posix_setgid(65534) && posix_setuid(65534);
    $store = new Symfony\Component\Lock\Store\FlockStore($directory, false, ['fencing' => (bool) $fencing]);
    $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key('r'), $store, 30, false);
    echo outcome(fn () => $lock->$method()), ' ', Slock\fencing_token($lock) ?? 'no token';
    CODE;

/** What a process ends in, and how often it has opened the file, while strace does something to its calls. */
function acquiring(
    string $file,
    string $injects,
    bool $fencing = true,
    string $method = 'acquire',
    bool $drop = false,
): array {
    $trace = temporary_directory().'/trace';
    $end = Child::start(
        ACQUIRES,
        'here',
        ['posix'],
        [],
        [dirname($file), (int) $fencing, $method, (int) $drop],
        ['strace', '-f', '-o', $trace, '-P', $file, '-e', 'trace=openat', '-e', "inject=$injects"],
    )->finish();

    return [$end, preg_match_all('/ openat\(/', file_get_contents($trace))];
}

/** The path of an empty file in a directory of its own. */
function lock_file(int $mode): string
{
    chmod($directory = temporary_directory(), 0777);
    (new FlockStore($directory))->save(new Key('r'));
    [$file] = glob("$directory/sf.r.*.lock");
    chmod($file, $mode);

    return $file;
}

function mode(string $file): string
{
    clearstatcache();

    return sprintf('%04o', fileperms($file) & 07777);
}

const NOTHING = 'openat:error=EACCES:when=1000';

group('open to all in time', function () {
    foreach (['1' => 2, '1..3' => 4, '1..10' => 11] as $when => $opened) {
        $file = lock_file(0666);
        [$end, $count] = acquiring($file, "openat:error=EACCES:when=$when");
        check("$when: acquired", (bool) preg_match('/^true \d+$/', $end), $end);
        same("$when: opened", $opened, $count);
    }
});

group('never', function () {
    $file = lock_file(0666);
    file_put_contents($file, pack('J', 1 << 40));
    chmod($file, 0444);
    [$end, $count] = acquiring($file, NOTHING, drop: true);
    check('not acquired', str_contains($end, 'Cannot write the lock file'), $end);
    same('opened', 12, $count);
    // Readers need not write where there is a token.
    $end = acquiring($file, NOTHING, method: 'acquireRead', drop: true)[0];
    same('for reading', sprintf('true %d', (1 << 40) + 1), $end);
    $without = acquiring($file, NOTHING, fencing: false, drop: true);
    same('without tokens it does not wait', ['true no token', 2], $without);
    same('its mode', '0444', mode($file));
});

group('a mode that somebody has given it', function () {
    foreach ([0600, 0644, 0444] as $mode) {
        $file = lock_file($mode);
        (new FlockStore(dirname($file)))->save(new Key('r'));
        same('stays', sprintf('%04o', $mode), mode($file));
    }
});
?>
--EXPECT--
ok: open to all in time
ok: never
ok: a mode that somebody has given it
