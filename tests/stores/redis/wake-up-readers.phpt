--TEST--
RedisStore: a reader that waits is woken when the writer releases, and when it becomes a reader
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$store = new RedisStore($server->dsn());

group('the writer releases', function () use ($server, $store) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock($store, $name);
    $lock->acquire();
    $waiter->say('waitRead');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});

group('the writer becomes a reader', function () use ($server, $store) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock($store, $name);
    $lock->acquire();
    $waiter->say('waitRead');
    listeners($server, $name, 1);
    hand_over($lock, $waiter, 'acquireRead');
    $waiter->say('release');
    same('released', 'released', $waiter->hear());
    same('it is a reader', true, $lock->isAcquired());
    $waiter->say('wait');
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->finish();
});
?>
--EXPECT--
ok: the writer releases
ok: the writer becomes a reader
