--TEST--
FlockStore: what a handler does to a lock while its promotion waits counts, and the promotion never waits for its own key
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/holder.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;

pcntl_async_signals(true);
$directory = temporary_directory();

/** What acquire() says of a reader's lock that waits for another reader, when $handler gets both while it waits. */
function promote(FlockStore $store, Lock $lock, Closure $handler): string
{
    $other = lock_on($store, 'r');
    $other->acquireRead();
    $lock->acquireRead();
    pcntl_signal(SIGALRM, fn () => $handler($lock, $other));
    pcntl_alarm(1);
    $said = '';
    $took = seconds(function () use ($lock, &$said) {
        $said = outcome(fn () => $lock->acquire(true, 20.0));
    });
    check('at once', $took < 10, "$took");
    $other->release();

    return $said;
}

group('released, and the promotion fails', function () use ($directory) {
    foreach ([false, true] as $remove) {
        $store = new FlockStore($directory, $remove);
        $lock = lock_on($store, 'r');
        $said = promote($store, $lock, function (Lock $lock) {
            $lock->release();
            throw new DomainException('enough');
        });
        check('thrown', str_contains($said, 'enough'), $said);
        same('not held', false, $lock->isAcquired());
        same('nothing stays locked', true, lock_on($store, 'r')->acquire());
    }
});

group('released, and the promotion succeeds', function () use ($directory) {
    $store = new FlockStore($directory);
    $key = new Key('r');
    $lock = new Lock($key, $store);
    $beside = new Lock($key, $store, null, false);
    $seen = [];
    $said = promote($store, $lock, function (Lock $lock, Lock $other) use ($beside, &$seen) {
        $lock->release();
        $seen = [$lock->isAcquired(), $beside->acquireRead(), $lock->release()];
        $other->release();
    });
    same('true', 'true', $said);
    same('what the handler saw', [false, false, null], $seen);
    same('held', [true, false], [$lock->isAcquired(), lock_on($store, 'r')->acquireRead()]);
    $lock->release();
    same('and released', true, lock_on($store, 'r')->acquire());
});

group('acquired by the same key', function () use ($directory) {
    $store = new FlockStore($directory);
    $key = new Key('r');
    $beside = new Lock($key, $store, null, false);
    $seen = [];
    $lock = new Lock($key, $store);
    $said = promote($store, $lock, function (Lock $lock, Lock $other) use ($beside, &$seen) {
        $seen = [$lock->isAcquired(), $beside->acquireRead(), $beside->acquire(), $beside->acquire(true, 10.0)];
        raises('no waiting', LockConflictedException::class, null, fn () => $beside->acquire(true));
        if (!$child = pcntl_fork()) {
            // Nobody has the lock but the other reader.
            $free = [$lock->isAcquired(), $lock->acquireRead(), $lock->isAcquired(), $lock->release()];
            same('in a child', [false, true, true, null], $free);
            posix_kill(getmypid(), SIGKILL);
        }
        pcntl_waitpid($child, $status);
        $other->release();
    });
    same('true', 'true', $said);
    same('what the handler saw', [false, false, false, false], $seen);
    same('held', [true, false], [$lock->isAcquired(), lock_on($store, 'r')->acquireRead()]);
    $lock->release();
    same('and released', true, lock_on($store, 'r')->acquire());
});

group('in a directory by another name', function () use ($directory) {
    $store = new FlockStore($directory);
    symlink($directory, $name = temporary_directory().'/name');
    $lock = new Lock($key = new Key('r'), $store);
    $beside = new Lock($key, new FlockStore($name), null, false);
    $seen = [];
    $said = promote($store, $lock, function (Lock $lock, Lock $other) use ($beside, &$seen) {
        $seen = [$beside->acquireRead(), $beside->acquire()];
        $other->release();
    });
    same('acquired', ['true', [false, false]], [$said, $seen]);
    $lock->release();
    $said = promote($store, $lock, function (Lock $lock, Lock $other) use ($beside) {
        $beside->release();
        throw new DomainException('enough');
    });
    check('thrown', str_contains($said, 'enough'), $said);
    same('released', [false, true], [$lock->isAcquired(), lock_on($store, 'r')->acquire()]);
});
?>
--EXPECT--
ok: released, and the promotion fails
ok: released, and the promotion succeeds
ok: acquired by the same key
ok: in a directory by another name
