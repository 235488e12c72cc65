--TEST--
SemaphoreStore: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

count_together(
    "new Symfony\Component\Lock\Store\SemaphoreStore()",
    ["slock" => 8],
    500,
    is_native() ? [] : ["sysvsem"],
);
?>
--EXPECT--
ok: process 0 of 8 finished
ok: process 1 of 8 finished
ok: process 2 of 8 finished
ok: process 3 of 8 finished
ok: process 4 of 8 finished
ok: process 5 of 8 finished
ok: process 6 of 8 finished
ok: process 7 of 8 finished
ok: nothing was lost
