--TEST--
RedisStore: on a slow link, too, a wait in vain leaves nothing in the queue of the lock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$admin = $server->connect();
putenv("SLOCK_TEST_OWN=127.0.0.1:$server->port");
$proxy = new FaultProxy(['OWN' => ["127.0.0.1:$server->port"]]);
$proxy->does('delay 0.05');
$store = new RedisStore('redis://127.0.0.1:'.preg_replace('/.*:/', '', getenv('SLOCK_TEST_OWN')));
$lock = lock(new RedisStore($server->dsn()), $name = unique());
$lock->acquire();
$left = 0;
for ($i = 0; $i < 6; ++$i) {
    $waiting = lock($store, $name);
    same("wait $i", false, $waiting->acquire(true, 0.4 + 0.017 * $i));
    $left += $admin->call('ZCARD', channel($name).':queue');
}
same('left in the queue', 0, $left);
$lock->release();
?>
--EXPECT--
ok: wait 0
ok: wait 1
ok: wait 2
ok: wait 3
ok: wait 4
ok: wait 5
ok: left in the queue
