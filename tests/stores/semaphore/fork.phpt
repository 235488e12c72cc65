--TEST--
SemaphoreStore: a lock after a fork is released by whichever process releases it, and the others find out
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/forks.inc';

use Symfony\Component\Lock\Store\SemaphoreStore;

(new Forks(new SemaphoreStore()))->run();

// The kernel frees the lock of a process that dies, and its child is another process.
foreach (['nobody' => true, 'another owner' => false] as $next => $free) {
    [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $other = lock_on(new SemaphoreStore(), $resource = unique());
    if (!pcntl_fork()) {
        $lock = lock_on(new SemaphoreStore(), $resource);
        $lock->acquire();
        if (!pcntl_fork()) {
            fgets($theirs);
            fwrite($theirs, show([$lock->isAcquired(), $lock->acquire()])."\n");
            posix_kill(getmypid(), SIGKILL);
        }
        posix_kill(getmypid(), SIGKILL);
    }
    pcntl_wait($status);
    if (!$free) {
        same("$next takes it", true, eventually(fn () => $other->acquire()));
    }
    fwrite($mine, "\n");
    same("a parent that is killed, $next has it then", show([false, $free])."\n", fgets($mine));
    // Nobody else would remove the set.
    eventually(fn () => $other->acquire()) || check('it can be had', false);
    $other->release();
}
?>
--EXPECT--
ok: a child that dies without releasing
ok: a child that releases
ok: a grandchild that releases
ok: a parent that releases
ok: a child that lets go by its end
ok: slock.fork_release = 0
ok: a parent that ends
ok: a child that acquires by itself
ok: a parent that is killed, nobody has it then
ok: another owner takes it
ok: a parent that is killed, another owner has it then
