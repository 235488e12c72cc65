--TEST--
FlockStore: acquire is two system calls, isAcquired none, release two; only after a fork it takes more
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need_command('strace'); ?>
--FILE--
<?php
require __DIR__.'/../../inc/strace.inc';

$directory = temporary_directory();
$code = <<<'CODE'
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\Lock;
    use Symfony\Component\Lock\Store\FlockStore;

    foreach ([false, true] as $remove) {
        $store = new FlockStore($argv[1], $remove);
        $lock = new Lock(new Key('traced'), $store);
        $lock->acquire();
        $lock->release();
        step('acquire', fn () => $lock->acquire());
        step('isAcquired', fn () => $lock->isAcquired());
        step('acquire again', fn () => $lock->acquire());
        step('acquire for reading', fn () => $lock->acquireRead());
        step('acquire for writing', fn () => $lock->acquire());
        step('release', fn () => $lock->release());
        step('conflict', function () use ($lock, $store) {
            $lock->acquire();
            (new Lock(new Key('traced'), $store))->acquire();
        });
        [$mine, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (!pcntl_fork()) {
            fclose($mine);
            fgets($theirs);
            exit;
        }
        fclose($theirs);
        step('isAcquired after a fork', fn () => $lock->isAcquired());
        step('release after a fork', fn () => $lock->release());
        fclose($mine);
        pcntl_wait($status);
        $lock->acquire();
        if (!pcntl_fork()) {
            exit;
        }
        pcntl_wait($status);
        step('isAcquired after a child has released', fn () => $lock->isAcquired());
        step('release after a child has released', fn () => $lock->release());
        $lock->acquire();
        step('automatic release', function () use (&$lock) { $lock = null; });
    }
    CODE;
print_calls($code, [$directory]);
?>
--EXPECT--
acquire: openat flock
isAcquired:
acquire again:
acquire for reading: flock
acquire for writing: flock
release: flock close
conflict: openat flock openat flock close
isAcquired after a fork: lseek
release after a fork: lseek flock close
isAcquired after a child has released: lseek
release after a child has released: lseek close
automatic release: flock close
acquire: openat openat fchmod flock fstat stat
isAcquired:
acquire again:
acquire for reading: flock fstat stat
acquire for writing: flock fstat stat
release: fstat stat unlink flock close
conflict: openat openat fchmod flock fstat stat openat flock fcntl fstat stat close
isAcquired after a fork: lseek
release after a fork: lseek fstat stat unlink flock close
isAcquired after a child has released: lseek
release after a child has released: lseek close
automatic release: fstat stat unlink flock close
