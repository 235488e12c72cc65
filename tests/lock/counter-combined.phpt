--TEST--
CombinedStore of three RedisStore: 8 processes take the lock 500 times each, waiting for it, and no increment gets lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('three redis'); ?>
--FILE--
<?php
require __DIR__.'/../inc/counter.inc';

$members = implode(", ", array_map(
    fn ($port) => sprintf(
        "new Symfony\Component\Lock\Store\RedisStore(%s)",
        var_export("redis://127.0.0.1:$port", true),
    ),
    explode(",", getenv("SLOCK_TEST_REDIS_PORTS")),
));
count_together(
    "new Symfony\Component\Lock\Store\CombinedStore([$members], "
        ."new Symfony\Component\Lock\Strategy\ConsensusStrategy())",
    ["slock" => 8],
    500,
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
