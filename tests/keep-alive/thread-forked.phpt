--TEST--
A lock that the thread renews while PHP looks at nothing is held by its owner also where the process has forked meanwhile
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

$server = new OwnRedis();
foreach (['', '?keep_alive=1'] as $how) {
    group('' === $how ? 'KeepAlive' : 'by its store', function () use ($server, $how) {
        $lock = new Lock(new Key($resource = unique()), new RedisStore($server->dsn().$how), 1.5, false);
        same('acquired', true, $lock->acquire());
        $keep = '' === $how ? new KeepAlive($lock) : null;
        if (!$pid = pcntl_fork()) {
            posix_kill(posix_getpid(), SIGKILL);
        }
        pcntl_waitpid($pid, $status);
        sleep(3);
        same('acquired again', [true, true], [$lock->acquire(), $lock->isAcquired()]);
        $other = new Lock(new Key($resource), new RedisStore($server->dsn()), 1.5, false);
        same('by one', false, $other->acquire());
        $lock->release();
        same('released', true, $other->acquire());
        $other->release();
    });
}
?>
--EXPECT--
ok: KeepAlive
ok: by its store
