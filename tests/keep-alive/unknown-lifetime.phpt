--TEST--
KeepAlive of a lock whose key has since been granted another store's, and whose own store cannot be asked: nobody knows how long it lasts, so it is lost
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/keep.inc';
require __DIR__.'/../inc/redis.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

group('its store is gone', function () {
    $server = new OwnRedis();
    $lock = new Lock($key = new Key('r'), new RedisStore("redis://127.0.0.1:$server->port"), 30.0, false);
    same('acquired', true, $lock->acquire());
    same('of another store', true, (new Lock($key, new CountingStore(), 60.0, false))->acquire());
    $server->stop();
    $told = null;
    $keep = new KeepAlive($lock, onLost: function ($lock, $why) use (&$told) { $told = $why; });
    check('told', compute(10, function () use (&$told) { return null !== $told; }));
    check('why', str_contains($told->getMessage(), 'its store was not reached'), $told->getMessage());
    check('the cause', null !== $told->getPrevious());
    same('lost', [true, true], [$keep->isLost(), $lock->isExpired()]);
});

group('its store answers', function () {
    $server = new OwnRedis();
    $lock = new Lock($key = new Key('r'), new RedisStore("redis://127.0.0.1:$server->port"), 30.0, false);
    same('acquired', true, $lock->acquire());
    same('of another store', true, (new Lock($key, new CountingStore(), 60.0, false))->acquire());
    $keep = new KeepAlive($lock);
    compute(0.2);
    $server->stop();
    compute(0.2);
    same('not lost', false, $keep->isLost());
});
?>
--EXPECT--
ok: its store is gone
ok: its store answers
