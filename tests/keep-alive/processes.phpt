--TEST--
A child that was forked renews nothing and can keep locks of its own; a process that was stopped for longer than the TTL loses the lock and takes it from nobody
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$threads = threads();

group('a fork', function () use ($threads) {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.0);
    $lock->acquire();
    $keep = new KeepAlive($lock, onLost: fn () => print("FAIL: told\n"));
    $renewed = $store->renewed;
    if (!$pid = pcntl_fork()) {
        compute(0.5);
        $same = $renewed === $store->renewed;
        $own = new Lock(new Key('own'), $store, 1.0);
        $own->acquire();
        $kept = new KeepAlive($own);
        $renewed = $store->renewed;
        $works = compute(10, fn () => $store->renewed > $renewed + 2) && !$kept->isLost();
        unset($kept);
        $gone = $threads === threads();
        unset($keep);
        // No destructor of the parent's lock.
        posix_kill(posix_getpid(), $same && $works && $gone ? SIGKILL : SIGTERM);
    }
    check('the parent goes on', compute(10, fn () => $store->renewed > $renewed + 2) && !$keep->isLost());
    $keep->stop();
    pcntl_waitpid($pid, $status);
    same('the child renewed nothing, could keep its own, and left no thread', SIGKILL, pcntl_wtermsig($status));
});

group('stopped', function () {
    $code = 'require "'.__DIR__.'/keep.inc"; $store = new Symfony\Component\Lock\Store\RedisStore($argv[1]);'.<<<'CODE'
        $lock = new Symfony\Component\Lock\Lock(new Symfony\Component\Lock\Key($argv[2]), $store, 0.2);
        while (fgets(STDIN)) {
            $lock->acquire() || print("FAIL: not free\n");
            $keep = new Slock\KeepAlive($lock);
            try {
                echo "held\n";
                compute(20);
                echo "not told\n";
            } catch (Slock\Exception\LockLostException) {
                echo 'lost', $lock->isAcquired() ? ', and has it' : '', "\n";
            }
            unset($keep);
        }
        CODE;
    $dsn = redis_url();
    $child = Child::start($code, 'slock', [], [], [$dsn, $resource = unique()]);
    $other = new Lock(new Key($resource), new RedisStore($dsn), 60);
    foreach (range(1, 5) as $i) {
        $child->say('go');
        same('held', 'held', $child->hear());
        usleep(random_int(0, 200000));
        posix_kill($child->pid(), SIGSTOP);
        check('free when its time is over', eventually(fn () => $other->acquire()));
        usleep(random_int(0, 300000));
        posix_kill($child->pid(), SIGCONT);
        same('told', 'lost', $child->hear());
        check('taken from nobody', $other->isAcquired());
        $other->release();
    }
    $child->finish();
});

group('a program that is started', function () {
    $store = new CountingStore();
    $lock = new Lock(new Key('r'), $store, 1.0);
    $lock->acquire();
    $keep = new KeepAlive($lock);
    $child = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
    check('is none of its business', compute(10, fn () => $store->renewed > 3) && !$keep->isLost());
    fclose($pipes[0]);
    proc_close($child);
});
?>
--EXPECT--
ok: a fork
ok: stopped
ok: a program that is started
