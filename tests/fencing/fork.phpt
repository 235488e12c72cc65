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

/** What the child of an owner and then the next owner get, when that owner releases while $stopped stops the child. */
function tokens_of_child_and_next(string $stopped, string $acquire): array
{
    $directory = temporary_directory();
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
            echo $lock->$acquire() ? Slock\fencing_token($lock) : 'nothing', "\n";
            fgets($theirs);
            posix_kill(getmypid(), SIGKILL);
        }
        fgets($mine);
        usleep(150_000);
        $lock->release();
        fgets(STDIN);
        fwrite($mine, "\n");
        pcntl_waitpid($child, $status);
        CODE;
    $strace = ['strace', '-f', '-o', '/dev/null', '-e', 'trace=lseek,pread64', '-e', "inject=$stopped"];
    $owner = Child::run(['-r', $code, '--', $directory, $acquire], 'here', ['pcntl', 'posix'], [], $strace);
    $owner->hear();
    $make = "new Symfony\Component\Lock\Store\FlockStore('$directory', false, ['fencing' => true])";
    $next = holder($make, 'r', '');
    $next->say('echo "waiting\n"; $lock->acquire(true); echo Slock\fencing_token($lock), "\n";');
    $next->hear();
    $owner->say('go');
    $first = $owner->hear();
    $owner->say('end');
    $owner->finish();
    $then = $next->hear();
    $next->finish();

    return [$first, $then];
}

// It has found that it holds the lock, and reads the last token; or is about to take the lock away from its relatives.
foreach ([['pread64', 'acquire'], ['pread64', 'acquireRead'], ['lseek', 'acquire']] as [$call, $acquire]) {
    // The loader of programs reads so, too.
    $when = 'pread64' === $call ? ':when=1' : '';
    [$child, $next] = tokens_of_child_and_next("$call:delay_enter=500000$when", $acquire);
    check("$acquire, stopped in $call", 'nothing' === $child || (int) $next > (int) $child, "$child, $next");
}
?>
--EXPECT--
ok: acquire, stopped in pread64
ok: acquireRead, stopped in pread64
ok: acquire, stopped in lseek
