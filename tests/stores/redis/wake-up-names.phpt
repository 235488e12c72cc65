--TEST--
RedisStore: a waiter is woken by the release, whatever the name of the lock
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/wake-up.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

$odd = [
    'a{b}c',
    '{b}',
    'a{}b',
    'a}b',
    '{',
    '}{',
    'a{b',
    '{{b}}',
    "nul\0byte",
    "\u{e9}",
    'with space',
    str_repeat('long', 300),
];
group('odd names', function () use ($odd) {
    $server = new OwnRedis();
    $waiter = sleeper($server->dsn(), '');
    foreach ($odd as $name) {
        group(substr(var_export($name, true), 0, 20), function () use ($server, $waiter, $name) {
            $lock = lock(new RedisStore($server->dsn()), $name);
            $lock->acquire();
            $waiter->say(sprintf(
                '$lock = new %s(new %s(base64_decode("%s")), $store, 300);',
                Lock::class,
                Key::class,
                base64_encode($name),
            ));
            $waiter->say('wait');
            listeners($server, $name, 1);
            hand_over($lock, $waiter);
        });
    }
    $waiter->finish();
});
?>
--EXPECT--
ok: odd names
