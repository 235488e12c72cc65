--TEST--
An answer that a release in another fiber has overtaken does not count; and what a Lock knows after it was refused
--EXTENSIONS--
pcntl
pdo_sqlite
posix
--FILE--
<?php
require __DIR__.'/../inc/logger.inc';
require __DIR__.'/../inc/suspending-pdo.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Store\PdoStore;

$pdo = new Suspending('sqlite::memory:');
$store = new PdoStore($pdo, [], 0.0);
$store->createTable();
$lock_of = fn (?Key $key = null, ?float $ttl = 60.0) => new Lock($key ?? new Key('r'), $store, $ttl);

/** A fiber in which $f is suspended when the database has answered. */
$begun = function (Closure $f) use ($pdo): Fiber {
    $fiber = new Fiber($f);
    $pdo->suspends = 1;
    $fiber->start();
    same('on its way', true, $fiber->isSuspended());

    return $fiber;
};

group('acquire()', function () use ($lock_of, $begun) {
    foreach ([60.0, null] as $ttl) {
        $lock = $lock_of(ttl: $ttl);
        $other = $lock_of();
        $fiber = $begun(fn () => $lock->acquire());
        $lock->release();
        same('by another one', true, $other->acquire());
        $fiber->resume();
        same('not acquired', [false, false, true], [$fiber->getReturn(), $lock->isAcquired(), $other->isAcquired()]);
        $other->release();
    }
});

group('acquire(), and nobody has it', function () use ($lock_of, $begun) {
    $lock = $lock_of();
    $fiber = $begun(fn () => $lock->acquire());
    $lock->release();
    $fiber->resume();
    same('not acquired', [false, false], [$fiber->getReturn(), $lock->isAcquired()]);
});

group('acquire(), and the key has it again', function () use ($lock_of, $begun) {
    $lock = $lock_of($key = new Key('r'));
    $again = $lock_of($key);
    $fiber = $begun(fn () => $lock->acquire());
    $lock->release();
    same('again', true, $again->acquire());
    $fiber->resume();
    same('acquired', [true, true], [$fiber->getReturn(), $lock->isAcquired()]);
    $lock->release();
});

group('refresh()', function () use ($lock_of, $begun) {
    $lock = $lock_of($key = new Key('r'));
    $other = $lock_of();
    $lock->acquire();
    $fiber = $begun(fn () => outcome(fn () => $lock->refresh()));
    $lock->release();
    same('by another one', true, $other->acquire());
    $fiber->resume();
    check('a conflict', str_contains($fiber->getReturn(), 'LockConflicted'), $fiber->getReturn());
    same('expired', false, $lock->isAcquired());
    $other->release();
    $third = $lock_of($key);
    same('by a third one', true, $third->acquire());
    unset($lock, $fiber);
    same('which keeps it', true, $third->isAcquired());
});

group('isAcquired()', function () use ($lock_of, $begun) {
    $lock = $lock_of($key = new Key('r'));
    $lock->acquire();
    $fiber = $begun(fn () => $lock->isAcquired());
    $lock->release();
    $fiber->resume();
    same('not held', false, $fiber->getReturn());
    $third = $lock_of($key);
    same('by a third one', true, $third->acquire());
    unset($lock, $fiber);
    same('which keeps it', true, $third->isAcquired());
});

group('acquire() whose refusal comes when the key has been granted the lock', function () use ($lock_of, $begun) {
    $lock = $lock_of();
    $other = $lock_of();
    same('by another one', true, $other->acquire());
    $fiber = $begun(fn () => $lock->acquire());
    $other->release();
    same('acquired', true, $lock->acquire());
    $fiber->resume();
    if (!$pid = pcntl_fork()) {
        posix_kill(posix_getpid(), SIGKILL);
    }
    pcntl_waitpid($pid, $status);
    same('refused, refreshed, held', [false, 'NULL', true], [
        $fiber->getReturn(),
        outcome(fn () => $lock->refresh()),
        $lock->isAcquired(),
    ]);
    $lock->release();
    same('free', true, $other->acquire());
});

group('acquire() that is refused', function () {
    $store = new InMemoryStore();
    $lock = new Lock($key = new Key('r'), $store, 60.0);
    $other = new Lock(new Key('r'), $store, 60.0);
    same('acquired', true, $lock->acquire());
    $store->delete($key);
    same('by another one', [true, false], [$other->acquire(), $lock->acquire()]);
    $other->release();
    $third = new Lock($key, $store, 60.0);
    same('by a third one', true, $third->acquire());
    unset($lock);
    same('which keeps it', [true, false], [$third->isAcquired(), $other->acquire()]);
});

group('acquireRead(), and the loss is found by its logger', function () use ($lock_of, $pdo) {
    $lock = $lock_of();
    same('acquired', true, $lock->acquire());
    $pdo->exec("UPDATE lock_keys SET key_token = 'another'");
    $lock->setLogger($logger = new class extends ArrayLogger {
        public ?Closure $at_fallback = null;

        public function log($level, $message, array $context = []): void
        {
            str_contains($message, 'ReadLocks') && ($this->at_fallback)();
        }
    });
    $logger->at_fallback = fn () => same('lost', false, $lock->isAcquired());
    same('refused', [false, true], [$lock->acquireRead(), $lock->isExpired()]);
});
?>
--EXPECT--
ok: acquire()
ok: acquire(), and nobody has it
ok: acquire(), and the key has it again
ok: refresh()
ok: isAcquired()
ok: acquire() whose refusal comes when the key has been granted the lock
ok: acquire() that is refused
ok: acquireRead(), and the loss is found by its logger
