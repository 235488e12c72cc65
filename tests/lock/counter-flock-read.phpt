--TEST--
FlockStore, promoted from reading: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

// Readers that promote themselves: the promotion is refused while others read, so each lets go and tries again.
$directory = var_export(temporary_directory(), true);
count_together(
    "new Symfony\Component\Lock\Store\FlockStore($directory)",
    ["slock" => 8],
    500,
    call: "acquireRead(true); while (!\$lock->acquire()) { \$lock->release(); usleep(random_int(100, 2000)); "
        ."\$lock->acquireRead(true); }",
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
