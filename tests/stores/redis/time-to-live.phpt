--TEST--
RedisStore: an owner is a member scored with its expiry, and so is a writer; the key expires with them
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

(new HoldingServer())->by_each_way(function (callable $makeStore, HoldingServer $server) {
    $store = $makeStore();
    $key = new Key($name = unique());
    $lock = new Lock($key, $store, 30);
    $lock->acquire();
    $token = token($key);
    same('type', 'zset', $server->admin->call('TYPE', $name));
    same('the token is 32 bytes in base64', 32, strlen(base64_decode($token, true)));
    $server->holds('acquire(30)', [$token => 30, 'writer' => 30, 'ttl' => 30], $name);
    same(
        'both scores are the same',
        $server->admin->call('ZSCORE', $name, $token),
        $server->admin->call('ZSCORE', $name, '__write__'),
    );
    same(
        'the key expires at that time',
        $server->admin->call('ZSCORE', $name, $token),
        (string) $server->admin->call('PEXPIRETIME', $name),
    );
    $lock->refresh(600);
    $server->holds('refresh(600)', [$token => 600, 'writer' => 600, 'ttl' => 600], $name);
    $lock->refresh(7);
    $server->holds('refresh(7)', [$token => 7, 'writer' => 7, 'ttl' => 7], $name);
    $lock->refresh();
    $server->holds('refresh()', [$token => 30, 'writer' => 30, 'ttl' => 30], $name);
    // Those of its clients need not agree.
    foreach ([
        'refresh' => fn () => $lock->refresh(),
        'isAcquired' => fn () => $lock->isAcquired(),
        'acquire' => fn () => $lock->acquire(),
    ] as $method => $f) {
        same("the clock of $method() is the server's", 1, $server->looks_at_the_clock($f));
    }
    $lock->release();
    same('release', false, $server->has($name));

    // After a release a process that has forked, for its server, has another token.
    $lock->acquireRead();
    $server->holds('acquireRead(30)', [token($key) => 30, 'ttl' => 30], $name);
    $lock->release();
    same('release of a reader', false, $server->has($name));

    (new Lock($key, $store, null, false))->acquire();
    $server->holds('acquire() without a TTL', [token($key) => 300, 'writer' => 300, 'ttl' => 300], $name);
    $store->delete($key);
});
?>
--EXPECT--
ok: DSN
ok: Redis
ok: Predis
