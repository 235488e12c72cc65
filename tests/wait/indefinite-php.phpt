--TEST--
Waiting without a deadline is left to the method of a PHP class that waits, where there is one
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../inc/bounded-waits.inc';

use Symfony\Component\Lock\BlockingStoreInterface;

each_store([
    'plain' => new Plain(),
    'blocking' => new Blocking(),
    'sharing' => new Sharing(),
    'waitAndSave() replaced' => new WaitsItself(temporary_directory()),
], function (Plain|WaitsItself $store, Signal $signal) {
    $held = lock_on($store, $resource = unique());
    $held->acquire();
    $signal->soon(fn () => $held->release());
    $lock = lock_on($store, $resource);
    same('acquired', true, $lock->acquire(true));
    same('by the method that waits', $store instanceof BlockingStoreInterface, waited_itself($store));
    $lock->release();
});
?>
--EXPECT--
ok: plain
ok: blocking
ok: sharing
ok: waitAndSave() replaced
