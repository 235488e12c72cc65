--TEST--
RedisStore: a waiter is woken by whatever pieces the confirmation and the hint come in
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';
require __DIR__.'/../../inc/fault-proxy.inc';

use Symfony\Component\Lock\Store\RedisStore;

$server = new OwnRedis();
$proxy = new FaultProxy(['PROXIED' => ["127.0.0.1:$server->port"]]);
$waiter = sleeper('redis://127.0.0.1:'.getenv('SLOCK_TEST_PROXIED'), $resource = unique());
$holder = lock(new RedisStore($server->dsn()), $resource);

group('answers cut at every byte', function () use ($proxy, $waiter, $server, $holder, $resource) {
    // The longest one is the hint: ["smessage", "slock:{…}:id", "-place"].
    $own = channel($resource).':123456789012';
    $longest = strlen("*3\r\n$8\r\nsmessage\r\n$99\r\n$own\r\n$17\r\n-3200000000000000\r\n");
    for ($at = 1; $at <= $longest; ++$at) {
        $proxy->does($at === $longest ? 'drip' : "cut $at");
        same('held', true, $holder->acquire());
        // What the last wait has left would have been confirmed already.
        $waiter->say('$lock = null; $lock = new Symfony\Component\Lock\Lock($key, new $store($argv[1]), 300);');
        $waiter->say('wait');
        listeners($server, $resource, 1, 0.02);
        hand_over($holder, $waiter);
        $waiter->say('release');
        same('released', 'released', $waiter->hear());
    }
});
$waiter->finish();
?>
--EXPECT--
ok: answers cut at every byte
