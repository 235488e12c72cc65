--TEST--
What the thread has renewed while the engine was in one long opcode is known to the operation that follows it, also after a fork
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

/** @return array<mixed> each level has the one below twice: comparing two of them looks at 2^$depth elements */
function levels(int $depth): array
{
    for ($levels = [1]; $depth > 0; --$depth) {
        $levels = [$levels, $levels];
    }

    return $levels;
}

const TTL = 2.0;

/* How many take longer than the TTL, within one opcode, where no interrupt comes in. */
$count = 1;
do {
    [$a, $b] = [array_fill(0, $count, levels(16)), array_fill(0, $count, levels(16))];
    $took = seconds(fn () => $a == $b);
    $count = (int) max($count + 1, min(8 * $count, 1.4 * TTL / $took * $count));
} while ($took < 1.3 * TTL);

$server = new OwnRedis();
foreach (['', '?keep_alive=1'] as $how) {
    $made = function (bool $forks) use ($server, $how): array {
        $lock = new Lock(new Key($resource = unique()), new RedisStore($server->dsn().$how), TTL, false);
        same('acquired', true, $lock->acquire());
        $keep = '' === $how ? new KeepAlive($lock) : null;
        if ($forks) {
            if (!$pid = pcntl_fork()) {
                posix_kill(posix_getpid(), SIGKILL);
            }
            pcntl_waitpid($pid, $status);
        }

        return [$lock, $keep, new Lock(new Key($resource), new RedisStore($server->dsn()), TTL, false)];
    };
    $by_one = function (Lock $lock, Lock $other): void {
        same('by one', false, $other->acquire());
        $lock->release();
        same('released', true, $other->acquire());
        $other->release();
    };
    $name = '' === $how ? 'KeepAlive' : 'by its store';
    group("$name: acquire()", function () use ($made, $by_one, $a, $b) {
        [$lock, $keep, $other] = $made(true);
        $equal = $a == $b;
        $again = $lock->acquire();
        same('acquired again', true, $again);
        $by_one($lock, $other);
    });
    group("$name: refresh()", function () use ($made, $by_one, $a, $b) {
        [$lock, $keep, $other] = $made(true);
        $equal = $a == $b;
        $lock->refresh();
        $by_one($lock, $other);
    });
    group("$name: isExpired()", function () use ($made, $by_one, $a, $b) {
        [$lock, $keep, $other] = $made(false);
        $equal = $a == $b;
        $expired = $lock->isExpired();
        same('not expired', false, $expired);
        $by_one($lock, $other);
    });
    group("$name: getRemainingLifetime()", function () use ($made, $by_one, $a, $b) {
        [$lock, $keep, $other] = $made(false);
        $equal = $a == $b;
        $left = $lock->getRemainingLifetime();
        check('something is left', $left > 0.0);
        $by_one($lock, $other);
    });
}
?>
--EXPECT--
ok: KeepAlive: acquire()
ok: KeepAlive: refresh()
ok: KeepAlive: isExpired()
ok: KeepAlive: getRemainingLifetime()
ok: by its store: acquire()
ok: by its store: refresh()
ok: by its store: isExpired()
ok: by its store: getRemainingLifetime()
