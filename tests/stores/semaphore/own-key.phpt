--TEST--
A wait for semaphores that another one releases without removing them: what a handler acquires with the key in the middle of it is not waited for
--EXTENSIONS--
pcntl
sysvsem
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\SemaphoreStore;

pcntl_async_signals(true);
$store = new SemaphoreStore();
foreach (['without a limit' => null, 'five seconds' => 5.0] as $limit => $timeout) {
    group($limit, function () use ($store, $timeout) {
        $resource = unique();
        $holder = sem_get(unpack('l', hash('xxh128', $resource, true))[1]);
        same('held', true, sem_acquire($holder, true));
        $key = new Key($resource);
        [$lock, $beside] = [new Lock($key, $store, null, false), new Lock($key, $store, null, false)];
        $alarms = 0;
        pcntl_signal(SIGALRM, function () use ($holder, $beside, &$alarms) {
            if ($alarms++) {
                throw new Error('It waits for its own key.');
            }
            pcntl_alarm(6);
            same('from the handler', [true, true], [sem_release($holder), $beside->acquire()]);
        });
        pcntl_alarm(1);
        $took = -now();
        same('acquired', 'true', outcome(fn () => $lock->acquire(true, $timeout)));
        pcntl_alarm(0);
        between('seconds', 0.5, 4, $took + now());
        same('nobody else has it', false, (new Lock(new Key($resource), $store, null, false))->acquire());
        $lock->release();
        same('until it is released', true, (new Lock(new Key($resource), $store))->acquire());
    });
}
?>
--EXPECT--
ok: without a limit
ok: five seconds
