--TEST--
SemaphoreStore: a lock after a fork is released by whichever process releases it, and the others find out
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__.'/../../inc/forks.inc';

use Symfony\Component\Lock\Store\SemaphoreStore;

(new Forks(new SemaphoreStore()))->run();
?>
--EXPECT--
ok: a child that dies without releasing
ok: a child that releases
ok: a grandchild that releases
ok: a parent that releases
ok: a child that lets go by its end
ok: slock.fork_release = 0
ok: a parent that ends
ok: a child that acquires by itself
