--TEST--
FlockStore: a lock after a fork is released by whichever process releases it, and the others find out
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/forks.inc';

use Symfony\Component\Lock\Store\FlockStore;

(new Forks(new FlockStore(temporary_directory())))->run();

// The lock belongs to the open file, which the child has as well.
$store = new FlockStore($directory = temporary_directory());
[$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (!pcntl_fork()) {
    $lock = lock_on($store, 'r');
    $lock->acquire();
    if (!pcntl_fork()) {
        fgets($theirs);
        fwrite($theirs, show([$lock->isAcquired(), $lock->release()])."\n");
        posix_kill(getmypid(), SIGKILL);
    }
    posix_kill(getmypid(), SIGKILL);
}
pcntl_wait($status);
$other = lock_on($store, 'r');
same('a parent that is killed leaves the lock to its child', false, $other->acquire());
fwrite($mine, "\n");
same('which knows, and can release it', "[true, NULL]\n", fgets($mine));
same('free', true, $other->acquire());

// A change of the lock is one for all, too.
$lock = lock_on($store, 'c');
$lock->acquire();
same('a child makes it a read lock', 'true', in_child(fn () => $lock->acquireRead()));
same('it is still held', true, $lock->isAcquired());
$reader = lock_on($store, 'c');
same('with other readers', true, $reader->acquireRead());
same('so the parent has no write lock', false, $lock->acquire());
$reader->release();
same('until it gets one', [true, false], [$lock->acquire(), $reader->acquireRead()]);
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
ok: a parent that is killed leaves the lock to its child
ok: which knows, and can release it
ok: free
ok: a child makes it a read lock
ok: it is still held
ok: with other readers
ok: so the parent has no write lock
ok: until it gets one
