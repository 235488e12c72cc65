--TEST--
RedisStore through \Redis: locks stay in the object's database, however many answers have come too late
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

foreach (['connect', 'pconnect'] as $connect) {
    group($connect, function () use ($connect) {
        $slow = new SlowServer();
        $store = new RedisStore($client = $slow->redis($connect, limit: 5));
        lock($store)->acquire();
        in_a_hurry($client, function () use ($slow, $store) {
            $slow->proxy->does('hold');
            // While the second one is late, the object cannot even tell its database.
            raises('late', LockAcquiringException::class, null, fn () => lock($store, null, 30, false)->acquire());
            raises('later', LockAcquiringException::class, null, fn () => lock($store, null, 30, false)->acquire());
            $slow->proxy->does('pass');
        });
        $lock = lock($store, $name = unique(), 30, false);
        same('acquired', true, $lock->acquire());
        same('in the database', 1, $slow->server->connect(3)->call('EXISTS', "mine:$name"));
        same('and in no other', 0, $slow->server->connect(0)->call('EXISTS', "mine:$name"));
    });
}
?>
--EXPECT--
ok: connect
ok: pconnect
