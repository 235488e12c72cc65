--TEST--
A key that gets another resource while it waits for a file or a semaphore does not hold that one
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__.'/../inc/stores.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\FlockStore;
use Symfony\Component\Lock\Store\SemaphoreStore;

$directory = sys_get_temp_dir().'/slock-renamed-'.bin2hex(random_bytes(6));
pcntl_async_signals(true);
foreach ([
    'a file' => fn () => new FlockStore($directory),
    'a semaphore' => fn () => new SemaphoreStore($directory),
] as $what => $make) {
    group($what, function () use ($make) {
        $store = $make();
        $holder = new Lock(new Key('first'), $store);
        $holder->acquire();
        $key = new Key('first');
        pcntl_signal(SIGALRM, function () use ($holder, $key) {
            $key->__unserialize(['resource' => str_repeat('second ', 9)]);
            $holder->release();
        });
        pcntl_alarm(1);
        same('waited', true, (new Lock($key, $store, autoRelease: false))->acquire(true, 20));
        same('holds the second', false, $store->exists($key));
        same('another one gets it', true, ($other = new Lock(new Key((string) $key), $store))->acquire());
        $other->release();
        same('the first is not free', false, $holder->acquire());
        $key = null;
        pcntl_signal(SIGALRM, SIG_DFL);
        same('until the key is gone', true, $holder->acquire());
        $holder->release();
    });
}
array_map('unlink', glob("$directory/*"));
rmdir($directory);
?>
--EXPECT--
ok: a file
ok: a semaphore
