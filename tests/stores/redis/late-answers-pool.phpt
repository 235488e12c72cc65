--TEST--
RedisStore through \Redis: after a late answer what the pool of ext-redis hands on is clean
--EXTENSIONS--
igbinary
redis
--INI--
redis.pconnect.echo_check_liveness=0
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('the pool', function () {
    $slow = new SlowServer();
    $client = $slow->redis('pconnect', 0);
    $client->set('x', 'right');
    $store = new RedisStore($client);
    lock($store)->acquire();
    $slow->proxy->does('hold');
    outcome(fn () => lock($store)->acquire());
    unset($store, $client);
    $slow->proxy->does('pass');
    same('another object', 'right', $slow->redis('pconnect', 0)->get('x'));
});
?>
--EXPECT--
ok: the pool
