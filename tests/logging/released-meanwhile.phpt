--TEST--
A logger that suspends the fiber of an acquisition, and what becomes of the lock meanwhile: acquire() says true of no lock that another owner has
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__.'/../inc/process.inc';
require __DIR__.'/../inc/logger.inc';

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\PdoStore;

final class Suspending extends Recorder
{
    public function log($level, $message, array $context = []): void
    {
        if (str_starts_with($message, 'Successfully acquired')) {
            Fiber::suspend();
        }
    }
}

$pdo = new PDO('sqlite::memory:');
$store = new PdoStore($pdo, [], 0.0);
$store->createTable();

$acquire = function (Lock $lock, bool $blocking, Closure $meanwhile): string {
    $lock->setLogger(new Suspending());
    $fiber = new Fiber(fn () => outcome(fn () => $lock->acquire($blocking)));
    $fiber->start();
    check('the logger has suspended it', $fiber->isSuspended());
    $meanwhile($lock);
    $fiber->resume();

    return $fiber->getReturn();
};

$ways = ['acquire()' => [false, 'false'], 'acquire(true)' => [true, LockConflictedException::class]];
foreach ($ways as $what => $case) {
    group("$what, and it is released, and another owner has it", function () use ($case, $store, $acquire) {
        $lock = new Lock(new Key('r'), $store, 60.0, false);
        $other = new Lock(new Key('r'), $store, 60.0, false);
        $got = $acquire($lock, $case[0], function () use ($lock, $other) {
            $lock->release();
            same('the other one', true, $other->acquire());
        });
        check('the answer', str_starts_with($got, $case[1]), $got);
        same('held', [false, true], [$lock->isAcquired(), $other->isAcquired()]);
        $other->release();
    });
}

group('it is refreshed by itself', function () use ($store, $acquire) {
    $lock = new Lock(new Key('r'), $store, 60.0, false);
    same('acquired', 'true', $acquire($lock, false, fn () => $lock->refresh(600.0)));
    between('has its own lifetime, as with the package', 50, 60, $lock->getRemainingLifetime());
    $lock->release();
});

group('nothing happens', function () use ($store, $acquire) {
    $lock = new Lock(new Key('r'), $store, 60.0, false);
    same('acquired', 'true', $acquire($lock, false, fn () => null));
    between('its lifetime', 50, 60, $lock->getRemainingLifetime());
    $lock->release();
});
?>
--EXPECT--
ok: acquire(), and it is released, and another owner has it
ok: acquire(true), and it is released, and another owner has it
ok: it is refreshed by itself
ok: nothing happens
