--TEST--
FlockStore that removes its files: two relatives that release at the same moment do not remove the next owner's file
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

// Both find the lock held, then both tell the other one that it is not, and the child is the later one each time:
// when it comes to the file, that of the next owner has its name.
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    foreach (['acquire', 'acquireRead'] as $acquire) {
        $store = new FlockStore($argv[1], true);
        $lock = new Lock(new Key('r'), $store);
        $lock->$acquire();
        [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (!$child = pcntl_fork()) {
            fgets($theirs);
            usleep(200_000);
            $lock->release();
            posix_kill(getmypid(), SIGKILL);
        }
        fwrite($mine, "\n");
        $lock->release();
        $next = new Lock(new Key('r'), $store);
        echo 'the next owner: ', var_export($next->acquire(), true), "\n";
        pcntl_waitpid($child, $status);
        echo 'its file: ', count(glob("$argv[1]/sf.*")), "\n";
        echo 'another one: ', var_export((new Lock(new Key('r'), $store))->acquire(), true), "\n";
        $next->release();
        echo 'nothing is left: ', count(glob("$argv[1]/sf.*")), "\n";
    }
    CODE;
$delays = 'inject=lseek,?unlink,?unlinkat:delay_enter=400000';
$trace = temporary_directory().'/trace';
$strace = ['strace', '-f', '-o', $trace, '-e', 'trace=lseek,?unlink,?unlinkat', '-e', $delays];
echo Child::run(['-r', $code, '--', temporary_directory()], 'here', ['pcntl', 'posix'], [], $strace)->finish();
// Without the delays there is no race, and everything above holds of itself.
foreach (['lseek' => 4, 'unlink(at)?' => 2] as $call => $least) {
    $delayed = preg_match_all("/\\b$call\\b.*\(DELAYED\)/", file_get_contents($trace));
    check("calls of $call that were delayed", $delayed >= $least, "$delayed instead of $least");
}
?>
--EXPECT--
the next owner: true
its file: 1
another one: false
nothing is left: 0
the next owner: true
its file: 1
another one: false
nothing is left: 0
ok: calls of lseek that were delayed
ok: calls of unlink(at)? that were delayed
