--TEST--
RedisStore: a late answer is nobody's
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; ?>
--FILE--
<?php
require __DIR__.'/servers.inc';

use Symfony\Component\Lock\Store\RedisStore;

group('a late answer is nobody\'s', function () {
    // The answer of the first request comes with the second one's: the connection is another one by then.
    $server = new FakeRedis(null, ":0\r\n");
    $store = new RedisStore($server->dsn('?read_timeout=0.2'));
    raises(
        'the first',
        Symfony\Component\Lock\Exception\LockStorageException::class,
        'no answer',
        fn () => lock($store)->isAcquired(),
    );
    same('the second', false, lock($store)->isAcquired());
    same('on a connection of its own', 'connection evalsha connection evalsha', $server->stop());
});
?>
--EXPECT--
ok: a late answer is nobody's
