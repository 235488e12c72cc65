--TEST--
A wait for a file that stays: what a handler acquires with the key in the middle of it is not waited for, by another Lock or for reading
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;

pcntl_async_signals(true);
$store = new FlockStore(temporary_directory());
/** Waits with a key, of which the handler makes use in the middle: it is called once. */
$wait = function (Lock $lock, ?float $timeout, Closure $handler): void {
    $alarms = 0;
    pcntl_signal(SIGALRM, function () use ($handler, &$alarms) {
        if ($alarms++) {
            throw new Error('It waits for its own key.');
        }
        pcntl_alarm(6);
        $handler();
    });
    pcntl_alarm(1);
    $took = -now();
    same('acquired', 'true', outcome(fn () => $lock->acquire(true, $timeout)));
    pcntl_alarm(0);
    between('seconds', 0.5, 4, $took + now());
};

foreach (['without a limit' => null, 'five seconds' => 5.0] as $limit => $timeout) {
    group("the key becomes the reader, and waits for nobody else, $limit", function () use ($store, $wait, $timeout) {
        [$holder, $other] = [new Lock(new Key('r'), $store, null, false), new Lock(new Key('r'), $store, null, false)];
        same('held', true, $holder->acquireRead());
        [$lock, $beside] = [new Lock($key = new Key('r'), $store, null, false), new Lock($key, $store, null, false)];
        $wait($lock, $timeout, function () use ($holder, $beside) {
            same('a reader as well', true, $beside->acquireRead());
            $holder->release();
        });
        same('as the writer', false, $other->acquireRead());
        same('which both have', [true, true], [$lock->isAcquired(), $beside->isAcquired()]);
        $lock->release();
        same('until it is released', true, $other->acquire());
        $other->release();
    });

    group("the key becomes the owner, $limit", function () use ($store, $wait, $timeout) {
        $holder = new Lock(new Key('r'), $store, null, false);
        same('held', true, $holder->acquire());
        [$lock, $beside] = [new Lock($key = new Key('r'), $store, null, false), new Lock($key, $store, null, false)];
        $wait($lock, $timeout, function () use ($holder, $beside) {
            $holder->release();
            // Who waits may be quicker.
            $beside->acquire();
        });
        same('nobody else has it', false, $holder->acquire());
        $lock->release();
        same('until it is released', true, $holder->acquire());
        $holder->release();
    });

    group("the key has it in between, $limit", function () use ($store, $wait, $timeout) {
        $holder = new Lock(new Key('r'), $store, null, false);
        same('held', true, $holder->acquireRead());
        [$lock, $beside] = [new Lock($key = new Key('r'), $store, null, false), new Lock($key, $store, null, false)];
        $wait($lock, $timeout, function () use ($holder, $beside) {
            same('a reader as well', [true, null], [$beside->acquireRead(), $beside->release()]);
            $holder->release();
        });
        same('the writer', false, $holder->acquireRead());
        $lock->release();
    });
}
?>
--EXPECT--
ok: the key becomes the reader, and waits for nobody else, without a limit
ok: the key becomes the owner, without a limit
ok: the key has it in between, without a limit
ok: the key becomes the reader, and waits for nobody else, five seconds
ok: the key becomes the owner, five seconds
ok: the key has it in between, five seconds
