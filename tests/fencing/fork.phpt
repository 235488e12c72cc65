--TEST--
FlockStore: who acquires its lock again while a relative releases it has a smaller token than the next owner, or none
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/tokens.inc';
require __DIR__.'/../inc/holder.inc';

/** Seconds that a call of the child takes longer. */
const STOPPED = 0.5;

/**
 * Lets the child of an owner acquire, and stops it at $call ($when of strace), while that owner releases; then the next
 * one gets the lock. True when that was so: a busy machine may let the owner release before or after.
 */
function released_while_child_stops(string $call, string $when, string $acquire): bool
{
    $directory = temporary_directory();
    $trace = "$directory/trace";
    $code = <<<'CODE'
        use Symfony\Component\Lock\Key;
        use Symfony\Component\Lock\Lock;
        use Symfony\Component\Lock\Store\FlockStore;

        [, $directory, $acquire] = $argv;
        $lock = new Lock(new Key('r'), new FlockStore($directory, false, ['fencing' => true]));
        $lock->$acquire();
        echo "held\n";
        fgets(STDIN);
        [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (!$child = pcntl_fork()) {
            fwrite($theirs, "\n");
            echo getmypid(), ' ', $lock->$acquire() ? Slock\fencing_token($lock) : 'nothing', "\n";
            fgets($theirs);
            posix_kill(getmypid(), SIGKILL);
        }
        fgets($mine);
        usleep(150_000);
        posix_kill(getmypid(), 0); // is seen in the trace
        $lock->release();
        fgets(STDIN);
        fwrite($mine, "\n");
        pcntl_waitpid($child, $status);
        CODE;
    $inject = sprintf('inject=%s:delay_enter=%d%s', $call, 1e6 * STOPPED, $when);
    $strace = ['strace', '-f', '-ttt', '-o', $trace, '-e', 'trace=lseek,pread64,kill', '-e', $inject];
    $owner = Child::run(['-r', $code, '--', $directory, $acquire], 'here', ['pcntl', 'posix'], [], $strace);
    $owner->hear();
    $make = "new Symfony\Component\Lock\Store\FlockStore('$directory', false, ['fencing' => true])";
    $next = holder($make, 'r', '');
    $next->say('echo "waiting\n"; $lock->acquire(true); echo Slock\fencing_token($lock), "\n";');
    $next->hear();
    $owner->say('go');
    [$child, $token] = explode(' ', (string) $owner->hear(), 2) + ['', ''];
    $owner->say('end');
    $owner->finish();
    $then = (string) $next->hear();
    $next->finish();
    check('what the child has got', (bool) preg_match('/^(?:nothing|\d+)$/D', $token), "$child $token");
    check('what the next one has got', (bool) preg_match('/^\d+$/D', $then), $then);
    check('which is greater', 'nothing' === $token || (int) $then > (int) $token, "$token, $then");

    // Each line is a process, the time at which a call began, and the call.
    $calls = (string) file_get_contents($trace);
    check('the child was stopped', (bool) preg_match("/^$child +[\d.]+ .*\b$call\b.*\(DELAYED\)$/m", $calls), $calls);
    preg_match("/^$child +([\d.]+) $call\(/m", $calls, $stopped);
    preg_match('/^\d+ +([\d.]+) kill\(\d+, 0\)/m', $calls, $released);
    $after = (float) ($released[1] ?? 0) - (float) ($stopped[1] ?? 0);

    return $after > 0 && $after < STOPPED;
}

// It has found that it holds the lock, and reads the last token; or is about to take the lock away from its relatives.
foreach ([['pread64', 'acquire'], ['pread64', 'acquireRead'], ['lseek', 'acquire']] as [$call, $acquire]) {
    group("$acquire, stopped in $call", function () use ($call, $acquire) {
        // The loader of programs reads so, too.
        $when = 'pread64' === $call ? ':when=1' : '';
        for ($run = 0; $run < 5 && !($meanwhile = released_while_child_stops($call, $when, $acquire)); ++$run) {
        }
        same('released meanwhile', true, $meanwhile);
    });
}
?>
--EXPECT--
ok: acquire, stopped in pread64
ok: acquireRead, stopped in pread64
ok: acquire, stopped in lseek
