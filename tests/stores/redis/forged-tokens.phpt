--TEST--
RedisStore: a token in a key's state that no store can have made holds no lock
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/time-to-live.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $store = $makeStore();
    $writer = lock($store, $name = unique());
    $writer->acquire();
    foreach (['__write__', '', 0, null, [], new stdClass(), true] as $forged) {
        $key = new Key($name);
        $key->setState(RedisStore::class, $forged);
        $lock = new Lock($key, $store, 30, false);
        $what = 'a forged token '.show($forged);
        same("$what: acquire", false, $lock->acquire());
        same("$what: acquireRead", false, $lock->acquireRead());
        same("$what: isAcquired", false, $lock->isAcquired());
        $lock->release();
        same("$what: release", true, $writer->isAcquired());
    }
    $writer->release();
    $key = new Key($name);
    $key->setState(RedisStore::class, '__write__');
    $store->saveRead($key);
    check('a reader with a forged token gets another one', '__write__' !== token($key));
    same('and is a reader', false, $server->admin->call('ZSCORE', $name, '__write__') ?? false);
    same('beside others', true, lock($store, $name)->acquireRead());
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
