--TEST--
FlockStore: a lock that one process changes while a relative releases it is held by both or by nobody
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

// Both find the lock held; then the child changes it, and the parent is the later one each time.
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    foreach ([false, true] as $remove) {
        foreach (['acquire' => 'acquireRead', 'acquireRead' => 'acquire'] as $first => $then) {
            $store = new FlockStore($argv[1], $remove);
            $lock = new Lock(new Key('r'), $store);
            $lock->$first();
            [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            if (!$child = pcntl_fork()) {
                fwrite($theirs, "\n");
                $changed = $lock->$then();
                fgets($theirs);
                fwrite($theirs, ($changed && $lock->isAcquired() ? 'has it' : 'has nothing')."\n");
                posix_kill(getmypid(), SIGKILL);
            }
            fgets($mine);
            usleep(200_000);
            $lock->release();
            usleep(800_000);
            $other = new Lock(new Key('r'), $store);
            $acquired = $other->acquire();
            fwrite($mine, "\n");
            $has = trim(fgets($mine));
            $one = $acquired === ('has nothing' === $has);
            echo "$first, $then: ", $one ? 'one owner' : "another one, and the child $has", "\n";
            pcntl_waitpid($child, $status);
            unset($lock, $other);
        }
    }
    CODE;
$trace = temporary_directory().'/trace';
$strace = ['strace', '-f', '-o', $trace, '-e', 'trace=lseek,flock', '-e', 'inject=lseek,flock:delay_enter=400000'];
echo Child::run(['-r', $code, '--', temporary_directory()], 'here', ['pcntl', 'posix'], [], $strace)->finish();
// Without the delays there is no race, and everything above holds of itself.
foreach (['lseek' => 8, 'flock' => 8] as $call => $least) {
    $delayed = preg_match_all("/\\b$call\\b.*\(DELAYED\)/", file_get_contents($trace));
    check("calls of $call that were delayed", $delayed >= $least, "$delayed instead of $least");
}
?>
--EXPECT--
acquire, acquireRead: one owner
acquireRead, acquire: one owner
acquire, acquireRead: one owner
acquireRead, acquire: one owner
ok: calls of lseek that were delayed
ok: calls of flock that were delayed
