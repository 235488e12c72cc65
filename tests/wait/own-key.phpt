--TEST--
A wait for a file that is removed, or for semaphores: what a handler acquires with the key in the middle of it is not waited for
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\SemaphoreStore;
use Symfony\Component\Lock\Store\StoreFactory;

pcntl_async_signals(true);
$stores = [
    'SemaphoreStore' => new SemaphoreStore(bin2hex(random_bytes(4))),
    'flock+remove' => StoreFactory::createStore('flock+remove://'.temporary_directory()),
];
foreach ($stores as $name => $store) {
    group($name, function () use ($store) {
        $holder = new Lock(new Key('r'), $store, null, false);
        same('held', true, $holder->acquire());
        $key = new Key('r');
        $beside = new Lock($key, $store, null, false);
        pcntl_signal(SIGALRM, function () use ($holder, $beside, &$got) {
            $holder->release();
            $got = $beside->acquire();
        });
        pcntl_alarm(1);
        $took = -now();
        same('the key has it', true, (new Lock($key, $store, null, false))->acquire(true, 5.0));
        between('seconds', 0.5, 4, $took + now());
        same('from the handler', true, $got);
        same('and nobody else', false, $holder->acquire());
        $beside->release();
        same('until it is released', true, $holder->acquire());
    });
}
?>
--EXPECT--
ok: SemaphoreStore
ok: flock+remove
