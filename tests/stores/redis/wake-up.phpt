--TEST--
RedisStore: a waiter is woken by the release, ten times in a row
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
group('ten times in a row, two processes', function () use ($server) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $store = new RedisStore($server->dsn());
    $took = 0;
    for ($i = 0; $i < 10; ++$i) {
        $lock = lock($store, $name);
        same('acquire', true, $lock->acquire(true));
        $waiter->say('wait');
        listeners($server, $name, 1);
        $took += hand_over($lock, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
    between('seconds in all', 0, 5, $took);
    $waiter->finish();
});
?>
--EXPECT--
ok: ten times in a row, two processes
