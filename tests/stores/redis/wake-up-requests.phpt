--TEST--
RedisStore: a wait asks the server three times and subscribes once; one that finds the lock free asks once
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();

group('what is sent', function () use ($server) {
    $waiter = sleeper($server->dsn(), $name = unique());
    $lock = lock(new RedisStore($server->dsn()), $name);
    $lock->acquire();
    $waiter->say('wait'); // brings the scripts to the server
    listeners($server, $name, 1);
    hand_over($lock, $waiter);
    $waiter->say('release');
    $waiter->hear();
    $lock->acquire();
    same('by the waiter', 'evalsha ssubscribe evalsha', (new Witness($server))->commands(function () use ($waiter) {
        $waiter->say('wait');
        usleep(500_000);
    }));
    same(
        'when the lock is released',
        'evalsha evalsha',
        (new Witness($server))->commands(fn () => hand_over($lock, $waiter)),
    );
    $waiter->finish();
});

group('a wait that finds the lock free at once subscribes to nothing', function () use ($server) {
    $store = new RedisStore($server->dsn());
    lock($store)->acquire();
    same('what is sent', 'evalsha evalsha evalsha evalsha', (new Witness($server))->commands(function () use ($store) {
        $lock = lock($store);
        $lock->acquire(true);
        $lock->release();
        $lock->acquire(true, 5);
        $lock->release();
    }));
});
?>
--EXPECT--
ok: what is sent
ok: a wait that finds the lock free at once subscribes to nothing
